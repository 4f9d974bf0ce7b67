import { createTheme } from '@mui/material/styles';
import type { QueryClient } from '@tanstack/react-query';
import { cleanup, configure, render, type RenderResult } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { DetachedWindowAPI } from 'happy-dom';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { makeQueryClient } from '../api/query-client.ts';
import { PartProviders } from './part-providers.tsx';

declare global {
  interface Window {
    happyDOM: DetachedWindowAPI;
  }
}

/** Nothing to wait for when a dialog opens or closes. */
const THEME = createTheme({
  transitions: { create: () => 'none' },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiDialog: { defaultProps: { transitionDuration: 0 } },
    MuiMenu: { defaultProps: { transitionDuration: 0 } },
  },
});

// Otherwise a message contains the whole document.
configure({ getElementError: (message) => new Error(message?.split('\n')[0]) });

/** There is no layout. Virtual lists render what fits into their size. */
const SIDE_PX = 600;
const FRAME_MS = 16;

interface Options {
  path?: string;
  client?: QueryClient;
  /** Of every element, in pixels. */
  width?: number;
}

/**
 * Renders a component in a document of its own, so that it can be used. The test file starts with `// @vitest-environment happy-dom`.
 * What only has to be read takes less time with `renderPart`.
 */
export function openPart(part: ReactNode, { path = '/', client = makeQueryClient(), width = SIDE_PX }: Options = {}): UserEvent & Pick<RenderResult, 'unmount'> {
  // Requests of tests that expect none, such as for thumbnails, are never answered.
  window.happyDOM.settings.fetch.interceptor = { beforeAsyncRequest: () => new Promise(() => {}) };
  // An entry of a dialog would outlast its test.
  vi.spyOn(history, 'pushState').mockImplementation(() => undefined);
  // What has changed is rendered before the next frame.
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) =>
    Number(setTimeout(() => run(performance.now()), FRAME_MS)),
  );
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((frame) => clearTimeout(frame));
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SIDE_PX);
  onTestFinished(() => {
    cleanup();
    client.clear();
    localStorage.clear();
    sessionStorage.clear();
    vi.restoreAllMocks();
  });
  const { unmount } = render(part, {
    wrapper: ({ children }) => (
      <PartProviders theme={THEME} path={path} client={client}>
        {children}
      </PartProviders>
    ),
  });
  return { ...userEvent.setup({ delay: null, pointerEventsCheck: 0 }), unmount };
}
