import type { Role } from '@portal/contracts/identity';
import { createTheme } from '@mui/material/styles';
import type { QueryClient } from '@tanstack/react-query';
import { cleanup, configure, render, screen, type RenderResult } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { fullPictures } from '../api/picture-cache.ts';
import { makeQueryClient } from '../api/query-client.ts';
import { PartProviders } from './part-providers.tsx';
import { prepareDocument, resetDocument } from './prepare-document.ts';

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
  asyncUtilTimeout: 5000,
  // Otherwise a message contains the whole document.
  getElementError: (message) => new Error(message?.split('\n')[0]),
});

interface Options {
  path?: string;
  client?: QueryClient;
  /** Of every element, in pixels. */
  width?: number;
  /** Of the person who is signed in. */
  role?: Role;
  /** For parts that block navigation. */
  hasDataRouter?: boolean;
}

/**
 * Renders a component in a document of its own, so that it can be used. The test file starts with `// @vitest-environment happy-dom`.
 * What only has to be read takes less time with `renderPart`.
 */
export function openPart(
  part: ReactNode,
  { path = '/', client = makeQueryClient(), width, ...providers }: Options = {},
): UserEvent & Pick<RenderResult, 'unmount'> {
  prepareDocument(width);
  onTestFinished(() => {
    cleanup();
    client.clear();
    fullPictures.forget();
    resetDocument();
  });
  const { unmount } = render(part, {
    wrapper: ({ children }) => (
      <PartProviders theme={THEME} path={path} client={client} {...providers}>
        {children}
        <Location />
      </PartProviders>
    ),
  });
  return { ...userEvent.setup({ delay: null, pointerEventsCheck: 0 }), unmount };
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
