import { createTheme } from '@mui/material/styles';
import type { QueryClient } from '@tanstack/react-query';
import { cleanup, configure, render, screen, type RenderResult } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { makeQueryClient } from '../api/query-client.ts';
import { FakeIntersectionObserver } from './fake-observer.ts';
import { PartProviders } from './part-providers.tsx';

declare global {
  interface Window {
    /** Not the type of happy-dom: it would bring those of Node. */
    happyDOM: { settings: { fetch: { interceptor: object | null } } };
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

const readOwnStyle = (element: Element): CSSStyleDeclaration =>
  element instanceof HTMLElement || element instanceof SVGElement
    ? element.style
    : document.documentElement.style;

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
export function openPart(
  part: ReactNode,
  { path = '/', client = makeQueryClient(), width = SIDE_PX }: Options = {},
): UserEvent & Pick<RenderResult, 'unmount'> {
  // Requests of tests that expect none, such as for thumbnails, are never answered.
  window.happyDOM.settings.fetch.interceptor = { beforeAsyncRequest: () => new Promise(() => {}) };
  Object.assign(window, { IntersectionObserver: FakeIntersectionObserver });
  // That of happy-dom compares each element with all rules. What is hidden has an attribute or a style of its own.
  vi.spyOn(window, 'getComputedStyle').mockImplementation(readOwnStyle);
  // An entry of a dialog would outlast its test.
  vi.spyOn(history, 'pushState').mockImplementation(() => undefined);
  // What has changed is rendered before the next frame.
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) =>
    setTimeout(() => run(performance.now()), FRAME_MS),
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
