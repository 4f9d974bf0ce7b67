import type { Page } from 'playwright-core';

const THUMBNAIL = /\/images\/\d+\/thumbnail$/;

/** Counts the page's requests for pictures from now on. */
export function countRequests(page: Page): { describe: () => string } {
  const counts = { sent: 0, loaded: 0, limited: 0, otherErrors: 0, canceled: 0, maxInFlight: 0 };
  const inFlight = new Set<object>();
  page.on('request', (request) => {
    if (!THUMBNAIL.test(request.url())) return;
    counts.sent += 1;
    inFlight.add(request);
    counts.maxInFlight = Math.max(counts.maxInFlight, inFlight.size);
  });
  page.on('requestfailed', (request) => {
    if (inFlight.delete(request)) counts.canceled += 1;
  });
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('response', (response) => {
    if (!THUMBNAIL.test(response.url())) return;
    if (response.ok()) counts.loaded += 1;
    else if (response.status() === 429) counts.limited += 1;
    else counts.otherErrors += 1;
  });
  return {
    describe: () =>
      `${counts.sent} requests: ${counts.loaded} answered, ${counts.canceled} canceled, ${counts.limited} got 429, ${counts.otherErrors} other errors, at most ${counts.maxInFlight} in flight`,
  };
}
