import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage, type PageOptions } from '../support/browser.ts';
import { GENERIC_FAILURE, toast } from '../support/directory.ts';
import { eventually, findCard, findHistory } from '../support/generator-page.ts';
import { retryHistory } from '../support/history-actions.ts';
import { answerWith, hold } from '../support/routes.ts';
import {
  answerWithBatches,
  BATCHES_CALL,
  chooseStyle,
  createBatch,
  drawPictures,
  findForm,
  findStyle,
  findSubmit,
  openGallery,
  PRESETS_CALL,
  STYLIZER_PAGE,
  TRANSFORM_CALL,
} from '../support/stylizer-page.ts';
import { choosePictures, findRows, waitForCount } from '../support/uploads-page.ts';

const asArtist = { as: 'artist', path: STYLIZER_PAGE } as const;
const anyFailure = { expectedErrors: [/Failed to load resource/] } satisfies PageOptions;

test('shows a toast for failed lists and uploads, and retries on demand [T7.4.4, T8.5.1]', () => {
  const presets = hold(PRESETS_CALL);
  return withPage(
    async (page) => {
      await retryHistory(page, () => answerWithBatches(page, []));
      presets.release();
      await expectToast(page);
      expect(await findSubmit(page).isDisabled()).toBe(true);
      await page.unroute(PRESETS_CALL);
      await findForm(page).getByRole('button', { name: 'Try again' }).click();
      await chooseStyle(page, 'Goth');

      await rejectUpload(page);
    },
    {
      ...asArtist,
      ...anyFailure,
      arrange: async (page) => {
        await answerWith(page, BATCHES_CALL, { status: 500 });
        await answerWith(page, PRESETS_CALL, { status: 500 });
        await presets.arrange(page);
      },
    },
  );
});

/** The generic toast, which it closes. */
async function expectToast(page: Page) {
  const failure = toast(page, 'Error');
  await failure.getByText(GENERIC_FAILURE, { exact: true }).waitFor();
  expect(await failure.getAttribute('data-destructive')).toBe('true');
  await failure.getByRole('button', { name: 'Close' }).click();
  await failure.waitFor({ state: 'detached' });
}

/** Keeps images and style; a reason of the server replaces the generic text. */
async function rejectUpload(page: Page) {
  await choosePictures(page, await drawPictures('one.png', 'two.png'));
  await waitForCount(page, 2);
  await answerWith(page, TRANSFORM_CALL, { status: 500 });
  await findSubmit(page).click();
  await expectToast(page);
  expect(await findRows(page).count()).toBe(2);
  expect(await findStyle(page, 'Goth').isChecked()).toBe(true);
  expect(await findSubmit(page).innerText()).toBe('Transform Images');

  const json = { error: 'Select at least one image.', code: 'invalid-input', requestId: 'r' };
  await answerWith(page, TRANSFORM_CALL, { status: 400, json });
  const retry = findForm(page).getByRole('button', { name: 'Try again' });
  await retry.click();
  await toast(page, 'Error').getByText('Select at least one image.', { exact: true }).waitFor();
  await findForm(page).getByRole('alert').getByText('Select at least one image.').waitFor();
  expect(await findRows(page).count()).toBe(2);

  await answerWith(page, TRANSFORM_CALL, { status: 202, json: { success: true, batchId: 'new' } });
  await retry.click();
  await eventually(() => findRows(page).count()).toBe(0);
}

test('rolls back failed changes, with a toast for a rename only [T2.4.24, T8.5.1, T8.5.2]', () => {
  const batch = createBatch(['completed', 'completed'], { name: 'As it was' });
  const refused: string[] = [];
  return withPage(
    async (page) => {
      const card = findCard(page, batch.id);
      await card.getByRole('button', { name: 'Rename' }).click();
      await card.getByRole('textbox', { name: 'Batch name' }).fill('Another');
      await page.keyboard.press('Enter');
      await expectToast(page);
      await card.getByRole('heading', { name: 'As it was', exact: true }).waitFor();

      await deleteAndClear(page, card, refused);
      await failDownloads(page, card, refused);

      const gallery = await openGallery(page, card);
      await answerWithBatches(gallery, [batch]);
      await gallery.reload();
      await gallery.route('**/images/1', (route) => route.abort());
      await gallery.getByRole('button', { name: 'Download photo-2_stylized.jpg' }).click();
      const alert = gallery.getByRole('alert');
      await alert.getByText('Download failed. Please try again.', { exact: true }).waitFor();
    },
    {
      ...asArtist,
      ...anyFailure,
      arrange: async (page) => {
        await answerWithBatches(page, [batch]);
        await answerWith(page, '**/name', { status: 500 });
        await page.route(/\/api\/stylizer\/(batches|batch\/[^/]+|batch\/[^/]+\/download)$/, (route) => {
          const [, what = ''] = /(batches|batch|download)(\/[^/]+)?$/.exec(route.request().url()) ?? [];
          const method = route.request().method();
          if (method === 'GET' && what === 'batches') return route.fallback();
          refused.push(`${method} ${what}`);
          return route.fulfill({ status: 500 });
        });
      },
    },
  );
});

const isRefused = (refused: readonly string[], method: string) =>
  eventually(() => refused.filter((each) => each === method).length).toBe(1);

async function deleteAndClear(page: Page, card: Locator, refused: readonly string[]) {
  await card.getByRole('button', { name: 'Delete Batch' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await isRefused(refused, 'DELETE batch');
  await card.waitFor();
  await findHistory(page).getByRole('button', { name: 'Clear History' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear History' }).click();
  await isRefused(refused, 'DELETE batches');
  await card.waitFor();
}

/** Of the ZIP and of an image. */
async function failDownloads(page: Page, card: Locator, refused: readonly string[]) {
  await card.getByRole('button', { name: 'Download All' }).click();
  await isRefused(refused, 'GET download');
  await card.getByRole('button', { name: 'Download All' }).waitFor();
  await card.getByRole('button', { name: 'View Images' }).click();
  const dialog = page.getByRole('dialog', { name: 'Styled Image' });
  await dialog.getByRole('img').first().waitFor();
  await page.route('**/images/0', (route) => route.abort());
  const failing = page.waitForEvent('requestfailed');
  await dialog.getByRole('button', { name: 'Download' }).click();
  await failing;
  expect(await page.locator('li[data-state]').count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}
