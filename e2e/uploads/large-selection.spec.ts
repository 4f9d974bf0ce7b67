import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { GENERIC_FAILURE, toast } from '../support/directory.ts';
import { eventually, findCard, waitForText } from '../support/generator-page.ts';
import { drawLargeFiles, readOffset, rejectLength, watchUploads } from './large-uploads.ts';
import { upscaler } from '../support/picture-tools.ts';
import { digestOf } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import { listObjects, readObject } from '../support/storage.ts';
import {
  choosePaths,
  findDropZone,
  findRow,
  findRows,
  findSelection,
  waitForCount,
  withFolder,
  type Files,
} from '../support/uploads-page.ts';
import { findProcess, startBy, UPSCALE_CALL, UPSCALE_PAGE } from '../support/upscale-page.ts';

const FIVE = ['one.png', 'two.png', 'three.png', 'four.png', 'five.png'];
const SEVEN = [...FIVE, 'six.png', 'seven.png'];

const choose = (page: Page, folder: string, files: Files) =>
  choosePaths(
    page,
    Object.keys(files).map((name) => join(folder, name)),
  );

const countCalls = (page: Page) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(UPSCALE_CALL)) calls.push(request.headers()['content-type'] ?? '');
  });
  return calls;
};

test('uploads files six at a time, resumes after a cut, and asks before the start [D-uploads.3, D-uploads.4, D-uploads.5]', async () => {
  await setLatency(0);
  const artist = await signIn(newEmail());
  const files = await drawLargeFiles(SEVEN);
  await withFolder(files, (folder) =>
    withPage(
      async (page) => {
        const calls = countCalls(page);
        const cut = Promise.withResolvers<void>();
        let secondChunks = 0;
        const uploads = await watchUploads(page, async (route, request) => {
          if (readOffset(request) > 0) {
            secondChunks += 1;
            // The first chunks of all six have arrived, and no file is complete.
            if (secondChunks === 6) cut.resolve(page.context().setOffline(true));
            await cut.promise;
          }
          await route.continue();
        });
        await choose(page, folder, files);
        await waitForCount(page, 7);
        await findProcess(page).click();
        await page.getByText('Waiting for connection', { exact: true }).waitFor();
        expect(uploads.started).toBe(6);
        // Files are sent in name order.
        await findRow(page, 'two.png').getByText('Waiting', { exact: true }).waitFor();
        const firstBar = page.getByRole('progressbar', { name: 'Uploading one.png' });
        expect(await firstBar.innerText()).toMatch(/^[1-9]\d?%$/);
        const total = page.getByRole('progressbar', { name: 'Waiting for connection' });
        expect(Number(await total.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
        await page.getByText(/^\d.* MB of 14 MB$/).waitFor();
        expect(await findProcess(page).isDisabled()).toBe(true);
        expect(await findDropZone(page).getAttribute('aria-disabled')).toBe('true');
        expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(0);

        await page.context().setOffline(false);
        const question = page.getByRole('alert').filter({ hasText: 'You’re back online. Start this batch?' });
        await question.getByText('7 images', { exact: true }).waitFor();
        expect(calls).toEqual([]);
        const start = question.getByRole('button', { name: 'Start batch' });
        const card = findCard(page, await startBy(page, () => start.click()));
        await waitForText(card, '7/7 completed');
        expect(uploads.started).toBe(7);
        for (const { upload } of uploads.arrived) {
          const offsets = uploads.arrived
            .filter((chunk) => chunk.upload === upload)
            .map(({ offset }) => offset);
          // Offsets only grow: nothing was sent twice.
          expect(offsets).toEqual([...new Set(offsets)].toSorted((one, other) => one - other));
        }
        expect(calls).toEqual(['application/json']);
        // Thumbnails lie beside the originals.
        const stored = (await listObjects(`uploads/${artist.uid}/`)).filter(
          (name) => !name.endsWith('.thumbnail'),
        );
        const digests = await Promise.all(stored.map(async (name) => digestOf(await readObject(name))));
        expect(digests.toSorted()).toEqual(Object.values(files).map(digestOf).toSorted());
        await findSelection(page).waitFor({ state: 'detached' });
      },
      { as: artist, path: UPSCALE_PAGE, expectedErrors: [/ERR_INTERNET_DISCONNECTED/] },
    ),
  );
});

test('a cancelled upload starts no batch; a retry sends only the file that failed [T8.3.1, D-uploads.5]', async () => {
  const artist = await signIn(newEmail());
  const files = await drawLargeFiles(FIVE);
  await withFolder(files, (folder) =>
    withPage(
      async (page) => {
        await choose(page, folder, files);
        await cancelUpload(page, artist);
        await page.unrouteAll();
        await retryFailed(page, artist, files['two.png']?.length ?? 0);
      },
      {
        as: artist,
        path: UPSCALE_PAGE,
        arrange: (page) => page.clock.install(),
        expectedErrors: [/ERR_FAILED/, /403/],
      },
    ),
  );
});

/** Which keeps the selection. */
async function cancelUpload(page: Page, artist: Account) {
  const calls = countCalls(page);
  let sentChunks = 0;
  const uploads = await watchUploads(page, (route) => {
    sentChunks += 1;
    return sentChunks > 8 ? undefined : route.continue();
  });
  await findProcess(page).click();
  await eventually(() => uploads.arrived.length).toBe(8);
  await page.getByText('Uploading', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await eventually(() => findProcess(page).isEnabled()).toBe(true);
  await waitForCount(page, 5);
  expect(await page.getByRole('progressbar').count()).toBe(0);
  expect(await findRows(page).getByText('Waiting').count()).toBe(0);
  expect(calls).toEqual([]);
  expect(await upscaler.listBatches(artist)).toEqual([]);
}

/** `length`: of the file that Cloud Storage rejects. */
async function retryFailed(page: Page, artist: Account, length: number) {
  const uploads = await watchUploads(page);
  await rejectLength(page, length);
  await findProcess(page).click();
  const two = findRow(page, 'two.png');
  await eventually(() => findRows(page).getByText('Done', { exact: true }).count()).toBe(4);
  // It is tried four times with growing delays.
  await eventually(async () => {
    await page.clock.fastForward(1000);
    return two.getByText('Failed', { exact: true }).isVisible();
  }).toBe(true);
  await toast(page, 'Error').getByText(GENERIC_FAILURE, { exact: true }).waitFor();
  const failure = page.getByRole('alert').filter({ hasText: '1 image could not be uploaded' });
  await failure.getByText('No batch was started. Images that are uploaded are not sent again.').waitFor();
  await two.getByRole('button', { name: 'Retry two.png' }).waitFor();
  expect(await findRows(page).getByText('Done', { exact: true }).count()).toBe(4);
  expect(uploads.started).toBe(4);
  expect(await upscaler.listBatches(artist)).toEqual([]);

  await page.unrouteAll();
  const id = await startBy(page, () => failure.getByRole('button', { name: 'Try again' }).click());
  await findSelection(page).waitFor({ state: 'detached' });
  expect(uploads.started).toBe(5);
  expect(await upscaler.waitForBatch(artist, id)).toMatchObject({ status: 'completed', totalImages: 5 });
}
