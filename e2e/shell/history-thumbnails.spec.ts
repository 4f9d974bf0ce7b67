import type { Response } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findHistory } from '../support/generator-page.ts';
import { oneCaseOfEach, type ToolCase } from '../support/tool-cases.ts';
import { navigate } from '../support/navigate.ts';
import { setLatency } from '../support/sandbox.ts';

const LARGEST_EDGE = 320;

const HISTORIES: [title: string, path: string, toolCase: ToolCase][] = [
  ['Bulk Image Generator', '/tools/bulk-image-generator', oneCaseOfEach.generator],
  ['Upscale & Enhancement', '/tools/upscale-enhancement', oneCaseOfEach.upscale],
  ['Keyword Generator', '/tools/keyword-generator', oneCaseOfEach.keywords],
  ['Stylizer', '/tools/stylizer', oneCaseOfEach.stylizer],
];

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  for (const [, , toolCase] of HISTORIES) {
    const { start } = await toolCase.prepare('shown small', 1);
    await toolCase.waitForBatches(artist, [await start(artist)]);
  }
});

test('histories show small WebP images only [D-media.5]', () => {
  const images: Response[] = [];
  return withPage(
    async (page) => {
      const shown = findHistory(page).locator('img');
      const readEdges = () =>
        shown.evaluateAll((all) =>
          all.map((image) =>
            image instanceof HTMLImageElement ? Math.max(image.naturalWidth, image.naturalHeight) : 0,
          ),
        );
      const loading = findHistory(page).locator('[data-loading]');
      for (const [title, path] of HISTORIES) {
        await navigate(page, path);
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
        await eventually(() => shown.count(), title).toBeGreaterThan(0);
        await eventually(() => loading.count(), title).toBe(0);
        await eventually(async () => Math.min(...(await readEdges())), title).toBeGreaterThan(0);
        expect(Math.max(...(await readEdges())), title).toBeLessThanOrEqual(LARGEST_EDGE);
      }
      // A page may load the thumbnails of the next one.
      const tools = images.map((response) => new URL(response.url()).pathname.split('/')[2]);
      expect(new Set(tools).size).toBe(HISTORIES.length);
      for (const response of images) expect(response.headers()['content-type']).toBe('image/webp');
    },
    {
      as: artist,
      arrange: async (page) =>
        void page.on('response', (response) => {
          const type = response.headers()['content-type'] ?? '';
          if (response.url().includes('/api/') && type.startsWith('image/')) images.push(response);
        }),
    },
  );
});
