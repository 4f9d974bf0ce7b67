import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage, type PageOptions } from '../support/browser.ts';
import { GENERIC_FAILURE, toast } from '../support/directory.ts';
import { eventually, findCard, findHistory } from '../support/generator-page.ts';
import {
  ANALYZE_CALL,
  answerWithBatches,
  BATCH_CALL,
  BATCHES_CALL,
  chooseExport,
  createKeywordBatch,
  download,
  findForm,
  findSubmit,
  KEYWORD_PAGE,
  openFailedItems,
  openResults,
  waitForErrorBesideDialog,
} from '../support/keyword-page.ts';
import { retryHistory } from '../support/history-actions.ts';
import { drawPicture } from '../support/pictures.ts';
import { answerWith, hold } from '../support/routes.ts';
import { choosePictures, findRows, waitForCount } from '../support/uploads-page.ts';

const asArtist = {
  as: 'artist',
  path: KEYWORD_PAGE,
  expectedErrors: [/Failed to load resource/],
} satisfies PageOptions;

const expectOneToast = async (page: Page) => {
  const failure = toast(page, 'Error');
  await failure.getByText(GENERIC_FAILURE, { exact: true }).waitFor();
  expect(await failure.getAttribute('data-destructive')).toBe('true');
  await failure.getByRole('button', { name: 'Close' }).click();
  await failure.waitFor({ state: 'detached' });
};
const countToasts = (page: Page) => page.locator('li[data-state]').count();

test('shows a toast for a failed list and upload, and keeps images for a retry [T4.5.1, T7.3.1, T7.3.2, T8.4.1]', () => {
  const sending = hold(ANALYZE_CALL);
  return withPage(
    async (page) => {
      await retryHistory(page, () => answerWithBatches(page, []));

      const picture = await drawPicture();
      await choosePictures(page, [
        { name: 'one.png', bytes: picture },
        { name: 'two.png', bytes: picture },
      ]);
      await waitForCount(page, 2);
      await findSubmit(page).click();
      const placeholder = findHistory(page).getByRole('article').filter({ hasText: '0/2 completed' });
      await placeholder.waitFor();
      expect(await placeholder.getByRole('button').count()).toBe(0);
      sending.release();
      await expectOneToast(page);
      await placeholder.waitFor({ state: 'detached' });
      expect(await findRows(page).count()).toBe(2);
      expect(await findSubmit(page).innerText()).toBe('Generate keywords for 2 images');
      await answerWith(page, ANALYZE_CALL, { status: 202, json: { success: true, batchId: 'new' } });
      await answerWith(page, BATCH_CALL.replace('*', 'new'), { status: 404 });
      await findForm(page).getByRole('button', { name: 'Try again' }).click();
      await eventually(() => findRows(page).count()).toBe(0);
    },
    {
      ...asArtist,
      arrange: async (page) => {
        await answerWith(page, BATCHES_CALL, { status: 500 });
        await answerWith(page, ANALYZE_CALL, { status: 500 });
        await sending.arrange(page);
      },
    },
  );
});

const failing = createKeywordBatch(['completed', 'failed'], { name: 'As it was' });
const plain = createKeywordBatch(['completed', 'failed']);
const unreadable = {
  ...plain,
  failures: plain.failures.map((failure) => ({ ...failure, permanent: 'unreadable' as const })),
  retryable: { failed: 0, uncertain: 0 },
};
const exported = createKeywordBatch(['completed', 'completed'], { name: 'Red fox / "one"' });

test('recovers from failed changes and downloads; needs no server for a CSV [T7.3.5, T7.3.6, T7.3.9, T7.3.10, T7.3.11, T8.4.1, T8.4.2, T8.4.3]', () => {
  const refused: string[] = [];
  return withPage(
    async (page) => {
      await restoreDeleted(page, refused);
      await recover(page);
      await openUnreadable(page);
      await exportOffline(page);
    },
    {
      ...asArtist,
      arrange: async (page) => {
        await answerWithBatches(page, [failing, unreadable, exported]);
        await page.route(/\/api\/keyword-generator\/(batches|batch\/[^/]+)$/, (route) => {
          if (route.request().method() !== 'DELETE') return route.fallback();
          refused.push(new URL(route.request().url()).pathname);
          return route.fulfill({ status: 500 });
        });
      },
    },
  );
});

/** Only logs that a delete or clear failed. */
async function restoreDeleted(page: Page, refused: readonly string[]) {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') logged.push(message.text());
  });
  const card = findCard(page, failing.id);
  await card.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await eventually(() => refused).toEqual([BATCH_CALL.replace('*', failing.id)]);
  await card.waitFor();
  await findHistory(page).getByRole('button', { name: 'Clear History' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear History' }).click();
  await eventually(() => refused[1]).toBe(BATCHES_CALL);
  await card.waitFor();
  await eventually(() => logged).toHaveLength(2);
  for (const line of logged) expect(line).toMatch(/^The batch could not be deleted\..*500/);
  expect(await countToasts(page)).toBe(0);
}

/** From a failed rename, ZIP and list of failed items. */
async function recover(page: Page) {
  const one = BATCH_CALL.replace('*', failing.id);
  await answerWith(page, one, { status: 500 });
  await answerWith(page, `${one}/download-zip`, { status: 500 });
  const card = findCard(page, failing.id);
  await card.getByRole('button', { name: 'Rename' }).click();
  await card.getByRole('textbox', { name: 'Batch name' }).fill('Another');
  await page.keyboard.press('Enter');
  await expectOneToast(page);
  await card.getByRole('heading', { name: 'As it was', exact: true }).waitFor();

  await card.getByRole('button', { name: 'Download ZIP' }).click();
  await expectOneToast(page);
  await card.getByRole('button', { name: 'Download ZIP' }).waitFor();

  await answerWith(page, `${one}/failed-items`, { status: 500 });
  const dialog = await openFailedItems(page, card);
  await dialog.getByText('The failed items could not be loaded', { exact: true }).waitFor();
  await waitForErrorBesideDialog(page);
  await answerWith(page, `${one}/failed-items`, { json: { failedItems: failing.failedItems } });
  await dialog.getByRole('button', { name: 'Try again', exact: true }).click();
  await dialog.getByRole('listitem').filter({ hasText: 'photo-2.jpg' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** It is neither loaded nor retried. */
async function openUnreadable(page: Page) {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const dialog = await openFailedItems(page, findCard(page, unreadable.id));
  await dialog.getByRole('img', { name: 'No preview' }).waitFor();
  await dialog.getByText('A retry would fail again.', { exact: true }).waitFor();
  expect(await dialog.getByText(/can be tried again/).count()).toBe(0);
  expect(await dialog.getByRole('button', { name: 'Try again in a new batch' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  const results = await openResults(page, findCard(page, unreadable.id));
  await results.getByRole('img', { name: 'No preview' }).waitFor();
  await results.getByRole('img', { name: 'photo-1.jpg' }).waitFor();
  expect(asked.filter((path) => path.endsWith('/originals/1/thumbnail'))).toEqual([]);
  await results.getByRole('button', { name: 'Close' }).click();
  await results.waitFor({ state: 'detached' });
}

async function exportOffline(page: Page) {
  const card = findCard(page, exported.id);
  await card.waitFor();
  await page.route('**/api/**', (route) => route.abort());
  const csv = await download(page, () => chooseExport(page, card, 'CSV'));
  expect(csv.name).toBe('Red_fox____one__keywords.csv');
  expect(csv.bytes.toString('utf8').split('\r\n')).toHaveLength(4);
}
