import type { Page } from 'playwright-core';

/** Goes to another page of the app without loading the app again. */
export const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate((next) => {
    history.pushState({}, '', next);
    // The router notices the new path on this event.
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
