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

/** Mocks a tool's history: the list, and its changes for a page that already has a list. */
export async function answerWithList(page: Page, path: string, batches: readonly unknown[]): Promise<void> {
  await answerWith(page, path, { json: { batches } });
  const changes = { changed: batches, removed: [], isWhole: true, time: new Date(0).toISOString() };
  await answerWith(page, `${path}/changes*`, { json: changes });
}

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
