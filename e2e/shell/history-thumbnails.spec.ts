import type { Response } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findHistory } from '../support/generator-page.ts';
import { oneJobOfEach, type Job } from '../support/jobs.ts';
import { setLatency } from '../support/sandbox.ts';

const LARGEST_EDGE = 320;

const HISTORIES: [path: string, job: Job][] = [
  ['/tools/bulk-image-generator', oneJobOfEach.generator],
  ['/tools/upscale-enhancement', oneJobOfEach.upscale],
  ['/tools/keyword-generator', oneJobOfEach.keywords],
  ['/tools/stylizer', oneJobOfEach.stylizer],
];

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  for (const [, job] of HISTORIES) {
    const { start } = await job.prepare('shown small', 2);
    await job.waitForBatches(artist, [await start(artist)]);
  }
});

test.each(HISTORIES)('the history of %s shows small WebP images only [D-media.5]', (path) => {
  const images: Response[] = [];
  return withPage(
    async (page) => {
      const shown = findHistory(page).locator('img');
      await eventually(() => shown.count()).toBeGreaterThan(0);
      await page.waitForLoadState('networkidle');
      expect(images.length).toBeGreaterThan(0);
      for (const response of images) expect(response.headers()['content-type']).toBe('image/webp');
      const edges = await shown.evaluateAll((all) =>
        all.map((image) =>
          image instanceof HTMLImageElement ? Math.max(image.naturalWidth, image.naturalHeight) : 0,
        ),
      );
      expect(Math.max(...edges)).toBeLessThanOrEqual(LARGEST_EDGE);
    },
    {
      as: artist,
      path,
      arrange: async (page) =>
        void page.on('response', (response) => {
          const type = response.headers()['content-type'] ?? '';
          if (response.url().includes('/api/') && type.startsWith('image/')) images.push(response);
        }),
    },
  );
});
