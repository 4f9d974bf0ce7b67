import { expect, test } from 'vitest';
import { withPage, type PageOptions } from '../support/browser.ts';
import { GENERIC_FAILURE, toast } from '../support/directory.ts';
import { eventually, findCard, findHistory } from '../support/generator-page.ts';
import { answerWith } from '../support/routes.ts';
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

test('shows the generic toast when the history does not load, and retries on demand [T8.5.1]', () =>
  withPage(
    async (page) => {
      await toast(page, 'Error').getByText(GENERIC_FAILURE, { exact: true }).waitFor();
      await answerWithBatches(page, []);
      await findHistory(page).getByRole('button', { name: 'Try again' }).click();
      await findHistory(page).getByText('No batch history yet', { exact: true }).waitFor();
    },
    {
      ...asArtist,
      ...anyFailure,
      arrange: (page) => answerWith(page, BATCHES_CALL, { status: 500 }),
    },
  ));

test('shows the generic toast when styles do not load, and retries on demand [T8.5.1]', () =>
  withPage(
    async (page) => {
      await toast(page, 'Error').getByText(GENERIC_FAILURE, { exact: true }).waitFor();
      expect(await findSubmit(page).isDisabled()).toBe(true);
      await page.unroute(PRESETS_CALL);
      await findForm(page).getByRole('button', { name: 'Try again' }).click();
      await findStyle(page, 'Anime').waitFor();
    },
    {
      ...asArtist,
      ...anyFailure,
      arrange: async (page) => {
        await answerWithBatches(page, []);
        await answerWith(page, PRESETS_CALL, { status: 500 });
      },
    },
  ));

test('shows the generic toast for a failed upload, and keeps images and style [T8.5.1]', () =>
  withPage(
    async (page) => {
      await chooseStyle(page, 'Goth');
      await choosePictures(page, await drawPictures('one.png', 'two.png'));
      await waitForCount(page, 2);
      await findSubmit(page).click();
      const failure = toast(page, 'Error');
      await failure.getByText(GENERIC_FAILURE, { exact: true }).waitFor();
      expect(await failure.getAttribute('data-destructive')).toBe('true');
      expect(await findRows(page).count()).toBe(2);
      expect(await findStyle(page, 'Goth').isChecked()).toBe(true);
      expect(await findSubmit(page).innerText()).toBe('Transform Images');
      await answerWith(page, TRANSFORM_CALL, { status: 202, json: { success: true, batchId: 'new' } });
      await findForm(page).getByRole('button', { name: 'Try again' }).click();
      await eventually(() => findRows(page).count()).toBe(0);
    },
    {
      ...asArtist,
      ...anyFailure,
      arrange: async (page) => {
        await answerWithBatches(page, []);
        await answerWith(page, TRANSFORM_CALL, { status: 500 });
      },
    },
  ));

test("shows the server's reason for a rejected upload [T8.5.1, T7.4.4]", () =>
  withPage(
    async (page) => {
      await chooseStyle(page, 'Goth');
      await choosePictures(page, await drawPictures('one.png'));
      await waitForCount(page, 1);
      await findSubmit(page).click();
      await toast(page, 'Error').getByText('Select at least one image.', { exact: true }).waitFor();
      await findForm(page).getByRole('alert').getByText('Select at least one image.').waitFor();
      expect(await findRows(page).count()).toBe(1);
    },
    {
      ...asArtist,
      ...anyFailure,
      arrange: async (page) => {
        await answerWithBatches(page, []);
        const json = { error: 'Select at least one image.', code: 'invalid-input', requestId: 'r' };
        await answerWith(page, TRANSFORM_CALL, { status: 400, json });
      },
    },
  ));

test('rolls back a failed rename with the generic toast [T8.5.1]', () => {
  const batch = createBatch(['completed'], { name: 'As it was' });
  return withPage(
    async (page) => {
      const card = findCard(page, batch.id);
      await card.getByRole('button', { name: 'Rename' }).click();
      await card.getByRole('textbox', { name: 'Batch name' }).fill('Another');
      await page.keyboard.press('Enter');
      await toast(page, 'Error').getByText(GENERIC_FAILURE, { exact: true }).waitFor();
      await card.getByRole('heading', { name: 'As it was', exact: true }).waitFor();
    },
    {
      ...asArtist,
      ...anyFailure,
      arrange: async (page) => {
        await answerWithBatches(page, [batch]);
        await answerWith(page, '**/name', { status: 500 });
      },
    },
  );
});

test('silently rolls back a failed delete and clear, and restores buttons [T8.5.2]', () => {
  const batch = createBatch(['completed']);
  const refused: string[] = [];
  return withPage(
    async (page) => {
      const history = findHistory(page);
      const card = findCard(page, batch.id);
      const isRefused = (method: string, count: number) =>
        eventually(() => refused.filter((each) => each === method).length).toBe(count);

      await card.getByRole('button', { name: 'Delete Batch' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await isRefused('DELETE batch', 1);
      await card.waitFor();
      await history.getByRole('button', { name: 'Clear History' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Clear History' }).click();
      await isRefused('DELETE batches', 1);
      await card.waitFor();

      await card.getByRole('button', { name: 'Download All' }).click();
      await isRefused('GET download', 1);
      await card.getByRole('button', { name: 'Download All' }).waitFor();
      await card.getByRole('button', { name: 'View Images' }).click();
      const dialog = page.getByRole('dialog', { name: 'Styled Image' });
      await dialog.getByRole('img').first().waitFor();
      await page.route('**/images/0', (route) => route.abort());
      const failing = page.waitForEvent('requestfailed');
      await dialog.getByRole('button', { name: 'Download' }).click();
      await failing;
      expect(await page.locator('li[data-state]').count()).toBe(0);
    },
    {
      ...asArtist,
      ...anyFailure,
      arrange: async (page) => {
        await answerWithBatches(page, [batch]);
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

test("the window shows 'Download failed. Please try again.' on failure [T2.4.24]", () => {
  const batch = createBatch(['completed', 'completed']);
  return withPage(
    async (page) => {
      const gallery = await openGallery(page, findCard(page, batch.id));
      await answerWithBatches(gallery, [batch]);
      await gallery.reload();
      await gallery.route('**/images/1', (route) => route.abort());
      await gallery.getByRole('button', { name: 'Download photo-2_stylized.jpg' }).click();
      await gallery
        .getByRole('alert')
        .getByText('Download failed. Please try again.', { exact: true })
        .waitFor();
    },
    {
      ...asArtist,
      ...anyFailure,
      arrange: (page) => answerWithBatches(page, [batch]),
    },
  );
});
