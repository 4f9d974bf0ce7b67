import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { findCard, waitForText } from '../support/generator-page.ts';
import { drawLargeFiles, readOffset, watchUploads } from './large-uploads.ts';
import { digestOf } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import { listObjects, readObject } from '../support/storage.ts';
import {
  choosePaths,
  findDropZone,
  findRow,
  findSelection,
  waitForCount,
  withFolder,
  type Files,
} from '../support/uploads-page.ts';
import { findProcess, startBy, UPSCALE_CALL, UPSCALE_PAGE } from '../support/upscale-page.ts';

const SEVEN = ['one.png', 'two.png', 'three.png', 'four.png', 'five.png', 'six.png', 'seven.png'];

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
