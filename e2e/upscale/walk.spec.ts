import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readZip } from '../support/read-zip.ts';
import { newEmail, signIn } from '../support/accounts.ts';
import { waitForIdle } from '../support/batches.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findCard, findHistory, openOptions, waitForText } from '../support/generator-page.ts';
import { clearHistory, deleteBatch, renameTo } from '../support/history-actions.ts';
import { makePngOfSize } from '../support/hostile-pictures.ts';
import { upscaler } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { release, setLatency, storeOnly } from '../support/sandbox.ts';
import {
  choosePictures,
  drop,
  findSelection,
  waitForCount,
  withFolder,
  type Files,
} from '../support/uploads-page.ts';
import { openGallery, processImages, UPSCALE_PAGE } from '../support/upscale-page.ts';

beforeEach(async () => {
  await setLatency(0);
  await release();
  // Only this test's images may be stored first.
  await waitForIdle();
});
afterEach(release);

const REASONS = {
  'bomb.png': 'At 900 megapixels the picture is too large; the most is 100.',
  'cut.jpg': 'The picture is damaged: it ends too early.',
  'drawing.png': 'This is not a JPEG, PNG or WebP picture.',
  'page.webp': 'This is not a JPEG, PNG or WebP picture.',
};

/** 16 valid files in three folders, and four bad ones. */
async function makeFolder(): Promise<Files> {
  const good = await Promise.all(
    Array.from({ length: 16 }, async (_, index) => {
      const format = (['png', 'jpeg', 'webp'] as const)[index % 3];
      const ending = format === 'jpeg' ? 'jpg' : format;
      const bytes = await drawPicture({ width: 40 + index, height: 30, ...(format && { format }) });
      return [`shoot/day ${index % 3}/p${index}.${ending}`, bytes] as const;
    }),
  );
  const whole = await drawPicture({ format: 'jpeg' });
  return {
    ...Object.fromEntries(good),
    'shoot/day 0/bomb.png': makePngOfSize(30_000, 30_000),
    'shoot/day 1/cut.jpg': whole.subarray(0, whole.length >> 1),
    'shoot/day 2/drawing.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'shoot/page.webp': Buffer.from('<!doctype html><script>alert(1)</script>'),
  };
}

const openers = (card: Locator) => card.getByRole('button', { name: /^Open image \d+$/ });

test('upscales a folder of 20 files, 4 bad: progress, ZIP, rename, delete, clear [T1.4, T1.9, T2.2.5, T2.2.6, T2.2.7, T2.2.8, T2.2.9, T2.2.10, T3.5.1, T3.5.2, T4.1.1, T4.1.5, T4.1.6, T4.1.7, T4.4.1, T7.2.7, T7.2.8, T9.0.26, D-uploads.6]', async () => {
  const artist = await signIn(newEmail());
  await withFolder(await makeFolder(), (folder) =>
    withPage(
      async (page) => {
        await findHistory(page).getByText('No batch history yet', { exact: true }).waitFor();
        await drop(page, [join(folder, 'shoot')]);
        await waitForCount(page, 20);
        await openOptions(page);
        await page.getByRole('switch', { name: 'Enhance' }).check();
        await storeOnly(4);
        const card = findCard(page, await processImages(page));
        await watchImagesArrive(page, card);
        await readFailures(page, card);
        await processOneMore(page);
        await renameTo(card, 'Red fox / "one"');
        await page.reload();
        await card.getByRole('heading', { name: 'Red fox / "one"', exact: true }).waitFor();
        await downloadZip(page, card);
        const gallery = await openGallery(page, card);
        await gallery.getByRole('heading', { name: 'Red fox / "one"', exact: true }).waitFor();
        await eventually(() => gallery.getByRole('listitem').count()).toBe(16);
        await gallery.close();
        await deleteBatch(page, card, () => card.getByRole('button', { name: 'Delete' }).click());
        expect(await findHistory(page).getByRole('article').count()).toBe(1);
        await clearHistory(page);
        await eventually(() => upscaler.listBatches(artist)).toEqual([]);
      },
      { as: artist, path: UPSCALE_PAGE },
    ),
  );
});

async function watchImagesArrive(page: Page, card: Locator) {
  await findSelection(page).waitFor({ state: 'detached' });
  await waitForText(card, '4/20 completed');
  await card.getByRole('progressbar', { name: '4/20 completed' }).waitFor();
  await eventually(() => openers(card).locator('img').count()).toBe(4);
  await release();
  await waitForText(card, '16/20 completed');
  for (const fact of ['2x', 'Enhanced', '4 failed']) await waitForText(card, fact);
  await card.getByRole('button', { name: /^Show \d+ more$/ }).click();
  await eventually(() => openers(card).locator('img').count()).toBe(16);
  const failed = await card.locator('[data-slot=failed]').all();
  const reasons = await Promise.all(failed.map((slot) => slot.getAttribute('aria-label')));
  expect(reasons).toHaveLength(Object.keys(REASONS).length);
  expect(new Set(reasons.map((reason) => reason?.replace(/^Image \d+: /, '')))).toEqual(
    new Set(Object.entries(REASONS).map(([name, reason]) => `${name}: ${reason}`)),
  );
}

/** Broken files are not retried. */
async function readFailures(page: Page, card: Locator) {
  await waitForText(card, 'Partly done');
  await card.getByRole('button', { name: '4 failed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Failed images' });
  await dialog.getByRole('listitem').first().waitFor();
  expect((await dialog.getByRole('listitem').allInnerTexts()).toSorted()).toEqual([
    `2 × ${REASONS['page.webp']}\n\ndrawing.png, page.webp · failed after 1 attempt`,
    `bomb.png · failed after 1 attempt\n\n${REASONS['bomb.png']}`,
    `cut.jpg · failed after 1 attempt\n\n${REASONS['cut.jpg']}`,
  ]);
  await dialog.getByText('A retry would fail again.').waitFor();
  expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['Close']);
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** With the fast model. */
async function processOneMore(page: Page) {
  await choosePictures(page, [{ name: 'one more.png', bytes: await drawPicture() }]);
  await waitForCount(page, 1);
  await page.getByRole('radio', { name: 'Fast' }).check({ force: true });
  await page.getByText('Upscales 1 image to 2x, enhanced · Free · Less than a minute').waitFor();
  const card = findCard(page, await processImages(page));
  await waitForText(card, '1/1 completed');
  await waitForText(card, 'Fast');
}

async function downloadZip(page: Page, card: Locator) {
  const downloading = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download ZIP' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Red_fox____one__upscaled_images.zip');
  const files = await readZip(await readFile(await download.path()));
  expect(files.map(({ name }) => name).toSorted()).toEqual(
    Array.from(
      { length: 16 },
      (_, index) => `p${index}_upscaled.${['png', 'jpg', 'webp'][index % 3]}`,
    ).toSorted(),
  );
  for (const { name, bytes } of files) {
    const width = 2 * (40 + Number(/\d+/.exec(name)?.[0]));
    expect(await sharp(bytes).metadata(), name).toMatchObject({ width, height: 60 });
  }
}
