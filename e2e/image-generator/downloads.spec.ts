import { readFile } from 'node:fs/promises';
import type { GenerationBatch } from '@portal/contracts/image-generator';
import jszip from 'jszip';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage, type PageOptions } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import {
  answerWithBatches,
  createBatch,
  findCard,
  findHistory,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';
import { answerWith, hold } from '../support/routes.ts';
import { setArchives, setLatency } from '../support/sandbox.ts';

const DOWNLOAD_CALL = '/api/image-generator/batch/*/download';

const pressDownload = (page: Page) => findHistory(page).getByRole('button', { name: 'Download ZIP' }).click();

/** The full text of a toast. */
const waitForToast = (page: Page, title: string, description: string) =>
  toast(page, title).getByText(description, { exact: true }).waitFor();

afterEach(() => setArchives(true));

let artist: Account;
let batch: GenerationBatch;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  const id = await startBatch(artist, makeRequest('xai', { quantity: 2 }));
  batch = await waitForBatch(artist, id, ({ folderLink }) => folderLink !== null);
});

const real = (): PageOptions => ({ as: artist, path: GENERATOR_PAGE });

test.each([
  ['the folder link, if a HEAD request for it succeeds', true],
  ['the ZIP of the server, if the folder link fails', false],
])('%s [T2.1.13, T8.2.4, T9.0.26, T7.1.8]', async (_name, hasArchives) => {
  await setArchives(hasArchives);
  const asked: string[] = [];
  await withPage(
    async (page) => {
      page.on('request', (request) => {
        const isArchive = request.url() === batch.folderLink || request.url().endsWith('/download');
        if (isArchive)
          asked.push(`${request.method()} ${request.url() === batch.folderLink ? 'link' : 'own'}`);
      });
      const downloading = page.waitForEvent('download');
      await pressDownload(page);
      await waitForToast(page, 'Download Started', 'ZIP file download has begun.');
      const download = await downloading;
      expect(asked[0]).toBe('HEAD link');
      expect(asked.includes('GET own')).toBe(!hasArchives);
      const base = batch.customName.replaceAll(/[^A-Za-z0-9]/g, '_');
      expect(download.suggestedFilename()).toBe(`${base}_images.zip`);
      const { files } = await jszip.loadAsync(await readFile(await download.path()));
      expect(Object.keys(files).toSorted()).toEqual([
        expect.stringMatching(/(^|_)001\.jpg$/),
        expect.stringMatching(/(^|_)002\.jpg$/),
      ]);
    },
    // Chromium logs a rejected HEAD request.
    { ...real(), expectedErrors: [/Failed to load resource/, /CORS policy/] },
  );
});

test('shows progress in a toast and on the button while the ZIP is created [T8.2.4]', () => {
  const archive = hold(DOWNLOAD_CALL);
  return withPage(
    async (page) => {
      await pressDownload(page);
      await waitForToast(page, 'Preparing Download', 'Creating ZIP file...');
      const button = findHistory(page).getByRole('button', { name: 'Creating ZIP file...' });
      expect(await button.isDisabled()).toBe(true);
      archive.release();
      await waitForToast(page, 'Download Started', 'ZIP file download has begun.');
      await findHistory(page).getByRole('button', { name: 'Download ZIP' }).waitFor();
    },
    {
      as: 'artist',
      path: GENERATOR_PAGE,
      arrange: async (page) => {
        await answerWithBatches(page, [createBatch({ customName: 'Red fox' })]);
        await page.route(DOWNLOAD_CALL, (route) =>
          route.fulfill({ contentType: 'application/zip', body: 'x'.repeat(100) }),
        );
        await archive.arrange(page);
      },
    },
  );
});

test('polls a large ZIP with progress, then downloads it from its URL [D-media.7]', () => {
  const answers = [
    { status: 202, json: { status: 'preparing', done: 0, total: 40 } },
    { status: 202, json: { status: 'preparing', done: 20, total: 40 } },
    { status: 200, json: { status: 'ready', url: 'http://127.0.0.1/elsewhere/fox.zip', bytes: 100 } },
  ];
  return withPage(
    async (page) => {
      const followed = page.waitForRequest('**/elsewhere/fox.zip');
      await pressDownload(page);
      await findHistory(page).getByRole('button', { name: 'Creating ZIP file... 20/40' }).waitFor();
      await followed;
      await waitForToast(page, 'Download Started', 'ZIP file download has begun.');
    },
    {
      as: 'artist',
      path: GENERATOR_PAGE,
      arrange: async (page) => {
        await answerWithBatches(page, [createBatch({ requestedCount: 40, completedCount: 40 })]);
        await page.route(DOWNLOAD_CALL, (route) => route.fulfill(answers.shift() ?? { status: 500 }));
        await page.route('**/elsewhere/fox.zip', (route) =>
          route.fulfill({
            headers: { 'content-disposition': 'attachment; filename="fox.zip"' },
            contentType: 'application/zip',
            body: 'zip',
          }),
        );
      },
    },
  );
});

test.each([
  ['an HTTP status, by its name', { status: 500 }, '500: Internal Server Error'],
  ['a missing ZIP', { json: { neither: 'here' } }, 'Failed to download images. Please try again.'],
])('shows why a download failed with %s [T8.2.5]', (_name, answer, text) =>
  withPage(
    async (page) => {
      await pressDownload(page);
      await waitForToast(page, 'Download Failed', text);
      expect(await toast(page, 'Download Failed').getAttribute('data-destructive')).toBe('true');
    },
    {
      as: 'artist',
      path: GENERATOR_PAGE,
      arrange: async (page) => {
        await answerWithBatches(page, [createBatch()]);
        await answerWith(page, DOWNLOAD_CALL, answer);
      },
      expectedErrors: [/500/],
    },
  ),
);

test('shows an error instead of saving an empty ZIP [T8.2.6]', async () => {
  const empty = await new jszip().generateAsync({ type: 'nodebuffer' });
  await withPage(
    async (page) => {
      await pressDownload(page);
      await waitForToast(page, 'Download Failed', 'Empty ZIP file received');
    },
    {
      as: 'artist',
      path: GENERATOR_PAGE,
      arrange: async (page) => {
        await answerWithBatches(page, [createBatch()]);
        await page.route(DOWNLOAD_CALL, (route) =>
          route.fulfill({ contentType: 'application/zip', body: empty }),
        );
      },
    },
  );
});

test('shows a failed image download, from the grid and the viewer [T8.2.7]', () => {
  let isBroken = false;
  return withPage(
    async (page) => {
      await findCard(page, batch.id).getByRole('button', { name: 'View images' }).click();
      const grid = page.getByRole('dialog', { name: /^Images in / });
      await grid
        .getByRole('button', { name: /^Download / })
        .first()
        .waitFor();
      isBroken = true;
      await grid
        .getByRole('button', { name: /^Download / })
        .first()
        .click();
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
    },
    {
      ...real(),
      arrange: (page) =>
        page.route(/\/images\/\d+$/, (route) =>
          isBroken ? route.fulfill({ status: 503 }) : route.fallback(),
        ),
      expectedErrors: [/503/],
    },
  );
});
