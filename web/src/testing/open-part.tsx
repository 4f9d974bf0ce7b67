import type { Role } from '@portal/contracts/identity';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import {
  cleanup,
  configure,
  render,
  renderHook,
  screen,
  type ByRoleOptions,
  type RenderResult,
} from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { Image } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { createMemoryRouter, MemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { fullPictures } from '../client/api/picture-cache.ts';
import { makeQueryClient } from '../client/api/query-client.ts';
import { SessionContext, type SessionContextValue } from '../client/session/session.ts';
import { ToolsContext, type Tool } from '../pictures/registered-tools/tools.ts';
import { setWidth } from './prepare-document.ts';
import { SETTINGS } from './settings.ts';

/** Nothing to wait for when a dialog opens or closes. */
const THEME = createTheme({
  transitions: { create: () => 'none' },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiDialog: { defaultProps: { transitionDuration: 0 } },
    MuiMenu: { defaultProps: { transitionDuration: 0 } },
  },
});

configure({
  // CI machines are slow.
  asyncUtilTimeout: 15_000,
  // Otherwise a message contains the whole document.
  getElementError: (message) => new Error(message?.split('\n')[0]),
});

interface Options {
  /** With state, as a link inside the portal has it. */
  path?: string | { pathname: string; state: unknown };
  client?: QueryClient;
  /** Of every element, in pixels. */
  width?: number;
  /** Of the person who is signed in. */
  role?: Role;
  /** A router as the portal has it, for parts that block navigation. It takes longer. */
  hasDataRouter?: boolean;
}

/** Opens a component in place of the one that the test has opened before. */
export function openPart(part: ReactNode, options: Options = {}): UserEvent & Pick<RenderResult, 'unmount'> {
  const { unmount } = render(part, { wrapper: prepareWrapper(options) });
  return { ...userEvent.setup({ delay: null, pointerEventsCheck: 0 }), unmount };
}

/** What a hook returns now: `current` of the result. */
export const openHook = <Result,>(useIt: () => Result, options: Options = {}): { current: Result } =>
  renderHook(useIt, { wrapper: prepareWrapper(options) }).result;

function prepareWrapper({ path = '/', client = makeQueryClient(), width, ...providers }: Options) {
  cleanup();
  if (width !== undefined) setWidth(width);
  onTestFinished(() => {
    client.clear();
    fullPictures.forget();
  });
  return ({ children }: { children: ReactNode }) => (
    <Providers path={path} client={client} {...providers}>
      {children}
      <Location />
    </Providers>
  );
}

/** The accessible names of all elements with a role. */
export function listNames(role: string, options: ByRoleOptions = {}): string[] {
  const names = new Map<Element, string>();
  const elements = screen.queryAllByRole(role, {
    ...options,
    // Also called for what is hidden.
    name: (name, element) => names.set(element, name).size > 0,
  });
  return elements.map((element) => names.get(element) ?? '');
}

/** What one reads, with a space between elements. */
export function readText(root: Element = document.body): string {
  const texts = [...root.childNodes].map((node) => {
    if (!(node instanceof Element)) return node.textContent ?? '';
    return node.hasAttribute('hidden') ? '' : ` ${readText(node)} `;
  });
  return texts
    .join('')
    .replaceAll(/[\s\u200B]+/g, ' ')
    .trim();
}

const LOCATION = 'location';

function Location() {
  const { pathname, search, hash } = useLocation();
  return (
    <div hidden data-testid={LOCATION}>
      {pathname + search + hash}
    </div>
  );
}

/** Where the part has navigated to: '/library?q=fox#form'. */
export const readLocation = (): string => screen.getByTestId(LOCATION).textContent;

const USER = { id: 'ada', email: 'ada@studio.example', displayName: 'Ada', firstName: 'Ada', lastName: '' };
const createSession = (role: Role | undefined): SessionContextValue => ({
  session: {
    status: 'signed-in',
    user: role ? { ...USER, role, isAdmin: role === 'admin' } : USER,
    hasUserInfoSettled: true,
  },
  settings: SETTINGS,
  logOut: async () => undefined,
});

const createTool = (name: Tool['name'], title: string): Tool => ({
  name,
  title,
  shortTitle: title,
  path: `/${name}`,
  icon: Image,
  page: async () => () => undefined,
  historyQuery: { queryKey: [name] },
});
const TOOLS = [createTool('upscale', 'Upscale'), createTool('keyword-generator', 'Keywords')];

type ProvidersProps = Required<Pick<Options, 'path' | 'client'>> &
  Pick<Options, 'role' | 'hasDataRouter'> & { children: ReactNode };

/** What the portal has around its pages. */
function Providers({ path, client, role, hasDataRouter = false, children }: ProvidersProps) {
  const content = (
    <SessionContext value={createSession(role)}>
      <ToolsContext value={TOOLS}>{children}</ToolsContext>
    </SessionContext>
  );
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider theme={THEME}>
        {hasDataRouter ? (
          <DataRouter path={path}>{content}</DataRouter>
        ) : (
          <MemoryRouter initialEntries={[path]}>{content}</MemoryRouter>
        )}
      </ThemeProvider>
    </QueryClientProvider>
  );
}

function DataRouter({ path, children }: Pick<ProvidersProps, 'path' | 'children'>) {
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', element: children }], { initialEntries: [path] }),
  );
  return <RouterProvider router={router} />;
}
