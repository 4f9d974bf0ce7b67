import type { Page } from 'playwright-core';

interface Answer {
  status?: number;
  json?: unknown;
}

/** Answers a call in the server's place. */
export const answerWith = (page: Page, path: string, { status = 200, json = {} }: Answer): Promise<unknown> =>
  page.route(path, (route) =>
    route.fulfill({ status, json, headers: { 'access-control-allow-origin': '*' } }),
  );

/** Keeps the answers of a call back until they are released; then they go on to the next route, or to the server. */
export function hold(path: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    arrange: (page: Page) =>
      page.route(path, async (route) => {
        await promise;
        await route.fallback();
      }),
    release: () => resolve(),
  };
}
