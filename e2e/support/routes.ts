import type { Page } from 'playwright-core';

interface Answer {
  status?: number;
  json?: unknown;
}

/** Mocks the response to a call. */
export const answerWith = (page: Page, path: string, { status = 200, json = {} }: Answer): Promise<unknown> =>
  page.route(path, (route) =>
    route.fulfill({ status, json, headers: { 'access-control-allow-origin': '*' } }),
  );

/** Holds requests until they are released to the next route or the server. */
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
