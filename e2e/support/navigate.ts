/** A page of Chromium or Firefox. */
interface Page {
  evaluate: (run: (path: string) => void, path: string) => Promise<unknown>;
}

/** Goes to another page of the app without loading the app again. */
export const navigate = (page: Page, path: string): Promise<unknown> =>
  page.evaluate((next) => {
    history.pushState({}, '', next);
    // The router notices the new path on this event.
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
