import type { Role } from '@portal/contracts/identity';
import { ThemeProvider, type Theme } from '@mui/material/styles';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import { SessionContext, type SessionContextValue } from '../session/session.ts';
import { ToolsContext, type Tool } from '../tools/tools.ts';
import { SETTINGS } from './settings.ts';

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

interface Props {
  theme: Theme;
  path: string;
  client: QueryClient;
  /** Of the person who is signed in. */
  role?: Role | undefined;
  /** A router as the portal has it, for parts that block navigation. It takes longer. */
  hasDataRouter?: boolean | undefined;
  children: ReactNode;
}

/** What the portal has around its pages. */
export function PartProviders({ theme, path, client, role, hasDataRouter = false, children }: Props) {
  const content = (
    <SessionContext value={createSession(role)}>
      <ToolsContext value={TOOLS}>{children}</ToolsContext>
    </SessionContext>
  );
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider theme={theme}>
        {hasDataRouter ? (
          <DataRouter path={path}>{content}</DataRouter>
        ) : (
          <MemoryRouter initialEntries={[path]}>{content}</MemoryRouter>
        )}
      </ThemeProvider>
    </QueryClientProvider>
  );
}

function DataRouter({ path, children }: Pick<Props, 'path' | 'children'>) {
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', element: children }], { initialEntries: [path] }),
  );
  return <RouterProvider router={router} />;
}
