import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import {
  answerWithBatches,
  createBatch,
  eventually,
  findCard,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';
import { drawPicture } from '../support/pictures.ts';

const BATCHES = 20;
const IMAGES = 6;
const BURST = 10;
const PER_SECOND = 25;
const THUMBNAIL = /\/images\/\d+\/thumbnail$/;

const batches = Array.from({ length: BATCHES }, (_, number) =>
  createBatch({
    requestedCount: IMAGES,
    completedCount: IMAGES,
    generatedImages: Array.from(
      { length: IMAGES },
      (_image, index) => `/api/image-generator/batches/scrolled-${number}/images/${index}`,
    ),
  }),
);

/** Like the server's rate limit, but tighter. */
function limitRequests(bytes: Buffer) {
  let tokens = BURST;
  let at = Date.now();
  let refused = 0;
  return {
    countRefused: () => refused,
    answer: (route: Route) => {
      tokens = Math.min(BURST, tokens + ((Date.now() - at) / 1000) * PER_SECOND);
      at = Date.now();
      if (tokens < 1) {
        refused += 1;
        return route.fulfill({ status: 429, headers: { 'Retry-After': '1' } });
      }
      tokens -= 1;
      return route.fulfill({ contentType: 'image/webp', body: bytes });
    },
  };
}

/** The requests that are never answered. */
const requested: string[] = [];
beforeEach(() => {
  requested.length = 0;
});

test('drops thumbnails scrolled past; loads all of 120 in spite of 429 responses', async () => {
  const limit = limitRequests(await drawPicture({ format: 'webp' }));
  await withPage(
    async (page) => {
      await findCard(page, batches[0]?.id ?? '').waitFor();
      await scrollPast(page);
      await page.route(THUMBNAIL, limit.answer);
      await scrollFast(page);
      for (const { id } of batches) {
        const card = findCard(page, id);
        await card.scrollIntoViewIfNeeded();
        await eventually(() => card.locator('img').count()).toBe(IMAGES);
      }
      expect(await page.getByRole('img', { name: 'Image failed to load' }).count()).toBe(0);
      expect(limit.countRefused()).toBeGreaterThan(0);
    },
    {
      as: 'artist',
      path: GENERATOR_PAGE,
      arrange: async (page) => {
        await answerWithBatches(page, batches);
        await page.route(THUMBNAIL, (route) => void requested.push(route.request().url()));
      },
      expectedErrors: [/429/],
    },
  );
});

/** Skips or cancels the thumbnails between the first and the last card. */
async function scrollPast(page: Page) {
  const cancelled: string[] = [];
  page.on('requestfailed', (request) => THUMBNAIL.test(request.url()) && cancelled.push(request.url()));
  // As many as are near the viewport, up to 16.
  const first = await waitForQuiet(() => requested.length);
  expect(first).toBeGreaterThanOrEqual(8);
  await findCard(page, batches.at(-1)?.id ?? '').evaluate((card) => card.scrollIntoView());
  await eventually(() => cancelled.length).toBe(first);
  await eventually(() => requested.length).toBeGreaterThan(first);
  expect(requested.slice(first).every((url) => /scrolled-1\d/.test(url))).toBe(true);
}

/** Waits until a count above 0 has not changed for half a second. */
async function waitForQuiet(count: () => number): Promise<number> {
  let last = 0;
  do {
    last = count();
    await new Promise((resolve) => setTimeout(resolve, 500));
  } while (last === 0 || count() !== last);
  return last;
}

async function scrollFast(page: Page) {
  for (let run = 0; run < 3; run += 1)
    for (const { id } of batches) {
      await findCard(page, id).evaluate((card) => card.scrollIntoView());
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
}
