import { readFile } from 'node:fs/promises';
import type { GenerationBatch } from '@portal/contracts/image-generator';
import jszip from 'jszip';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { findCard, findHistory, GENERATOR_PAGE } from '../support/generator-page.ts';
import { setArchives, setLatency } from '../support/sandbox.ts';

const pressDownload = (page: Page) => findHistory(page).getByRole('button', { name: 'Download ZIP' }).click();

/** The full text of a toast. */
const waitForToast = (page: Page, title: string, description: string) =>
  toast(page, title).getByText(description, { exact: true }).waitFor();

/** It closes by itself, on a busy machine before its button could be pressed. */
const waitForNoToast = (page: Page) => toast(page, '').waitFor({ state: 'detached' });

afterEach(() => setArchives(true));

let artist: Account;
let batch: GenerationBatch;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  const id = await startBatch(artist, makeRequest('xai', { quantity: 2 }));
  batch = await waitForBatch(artist, id, ({ folderLink }) => folderLink !== null);
});

test('downloads the folder link, else the ZIP of the server; shows a failed image [T2.1.13, T7.1.8, T8.2.4, T8.2.7, T9.0.26]', () => {
  const asked: string[] = [];
  return withPage(
    async (page) => {
      page.on('request', (request) => {
        const isLink = request.url() === batch.folderLink;
        if (isLink || request.url().endsWith('/download'))
          asked.push(`${request.method()} ${isLink ? 'link' : 'own'}`);
      });
      await downloadArchive(page);
      expect(asked[0]).toBe('HEAD link');
      expect(asked).not.toContain('GET own');

      asked.length = 0;
      await setArchives(false);
      await waitForNoToast(page);
      await downloadArchive(page);
      expect(asked[0]).toBe('HEAD link');
      expect(asked).toContain('GET own');

      await downloadBrokenImage(page);
    },
    {
      as: artist,
      path: GENERATOR_PAGE,
      // Chromium logs a rejected HEAD request.
      expectedErrors: [/Failed to load resource/, /CORS policy/],
    },
  );
});

async function downloadArchive(page: Page) {
  const downloading = page.waitForEvent('download');
  await pressDownload(page);
  await waitForToast(page, 'Download Started', 'ZIP file download has begun.');
  const download = await downloading;
  const base = batch.customName.replaceAll(/[^A-Za-z0-9]/g, '_');
  expect(download.suggestedFilename()).toBe(`${base}_images.zip`);
  const { files } = await jszip.loadAsync(await readFile(await download.path()));
  expect(Object.keys(files).toSorted()).toEqual([
    expect.stringMatching(/(^|_)001\.jpg$/),
    expect.stringMatching(/(^|_)002\.jpg$/),
  ]);
}

/** From the grid and from the viewer. */
async function downloadBrokenImage(page: Page) {
  await waitForNoToast(page);
  await findCard(page, batch.id).getByRole('button', { name: 'View images' }).click();
  const grid = page.getByRole('dialog', { name: /^Images in / });
  const button = grid.getByRole('button', { name: /^Download / }).first();
  await button.waitFor();
  await page.route(/\/images\/\d+$/, (route) => route.fulfill({ status: 503 }));
  await button.click();
  // An open dialog hides toasts from the accessibility tree.
  const failure = page.locator('li[data-destructive=true]', { hasText: 'Download Failed' });
  await failure.getByText('Failed to download the image.', { exact: true }).waitFor();
  await failure.locator('button').click();
  await failure.waitFor({ state: 'detached' });
  await grid
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  await page.getByText('This image failed to load.', { exact: true }).waitFor();
  await page.keyboard.press('d');
  await failure.getByText('Failed to download the image.', { exact: true }).waitFor();
}
