import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { GENERIC_FAILURE, toast } from '../support/directory.ts';
import { eventually, findCard, findHistory } from '../support/generator-page.ts';
import { retryHistory } from '../support/history-actions.ts';
import { upscaler } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { answerWith, hold } from '../support/routes.ts';
import { choosePictures, findRows, findSelection, waitForCount } from '../support/uploads-page.ts';
import {
  answerWithBatches,
  BATCHES_CALL,
  createUpscaleBatch,
  findProcess,
  UPSCALE_CALL,
  UPSCALE_PAGE,
} from '../support/upscale-page.ts';

const asArtist = { as: 'artist', path: UPSCALE_PAGE } as const;

const countToasts = (page: Page) => page.locator('li[data-state]').count();

test("shows a toast for a failed list, and the server's own reason for a rejection [T8.3.1]", () =>
  withPage(
    async (page) => {
      await retryHistory(page, () => answerWithBatches(page, []));

      const reason = 'Your account has too many batches.';
      await choosePictures(page, [{ name: 'one.png', bytes: await drawPicture() }]);
      await findProcess(page).click();
      await toast(page, 'Error').getByText(reason, { exact: true }).waitFor();
      const alert = page.getByRole('alert');
      await alert.getByText(reason, { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Remove one.png' }).click();
      await alert.waitFor({ state: 'detached' });
      expect(await findRows(page).count()).toBe(0);
    },
    {
      ...asArtist,
      arrange: async (page) => {
        await answerWith(page, BATCHES_CALL, { status: 500 });
        await answerWith(page, UPSCALE_CALL, {
          status: 409,
          json: { code: 'conflict', error: 'Your account has too many batches.', requestId: 'r1' },
        });
      },
      expectedErrors: [/500|409/],
    },
  ));

test('sends a small selection once; a retry after a failure starts one batch [T2.2.4, T3.5.3, T8.3.1, T5.4.7, D-uploads.2, D-uploads.4]', async () => {
  const artist = await signIn(newEmail());
  const pictures = await Promise.all(
    ['one.png', 'zwei ünïcode.png'].map(async (name) => ({ name, bytes: await drawPicture() })),
  );
  const held = hold(UPSCALE_CALL);
  const keys: (string | undefined)[] = [];
  await withPage(
    async (page) => {
      page.on('request', (request) => {
        if (request.url().endsWith(UPSCALE_CALL)) keys.push(request.headers()['idempotency-key']);
      });
      await choosePictures(page, pictures);
      await findProcess(page).click();
      const failure = page.getByRole('alert').filter({ hasText: 'Upload failed' });
      await failure.getByText('Your selection is kept.', { exact: true }).waitFor();
      await toast(page, 'Error').getByText(GENERIC_FAILURE, { exact: true }).waitFor();
      await waitForCount(page, 2);
      expect(await findProcess(page).isEnabled()).toBe(true);

      await page.unroute(UPSCALE_CALL);
      await held.arrange(page);
      const sent = page.waitForRequest(`**${UPSCALE_CALL}`);
      await failure.getByRole('button', { name: 'Try again' }).click();
      expect((await sent).headers()['content-type']).toMatch(/^multipart\/form-data/);
      expect(await findProcess(page).isDisabled()).toBe(true);
      await findProcess(page).click({ force: true });
      held.release();
      await findSelection(page).waitFor({ state: 'detached' });
      expect(keys).toHaveLength(2);
      expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
      expect(keys[1]).toBe(keys[0]);
      const [batch, ...others] = await upscaler.listBatches(artist);
      expect(batch).toMatchObject({ totalImages: 2 });
      expect(others).toEqual([]);
    },
    {
      as: artist,
      path: UPSCALE_PAGE,
      arrange: (page) => answerWith(page, UPSCALE_CALL, { status: 500 }),
      expectedErrors: [/500/],
    },
  );
});

test('rolls back failed changes, with a toast only if a name cannot be stored [T8.3.1, T8.3.2]', () => {
  const batch = createUpscaleBatch({ name: 'As it was' });
  const refused: string[] = [];
  return withPage(
    async (page) => {
      const card = findCard(page, batch.id);
      await refuseChanges(page, card, refused);

      await card.getByRole('button', { name: 'Rename' }).click();
      await card.getByRole('textbox', { name: 'Batch name' }).fill('Another');
      await page.keyboard.press('Enter');
      await toast(page, 'Error').getByText(GENERIC_FAILURE, { exact: true }).waitFor();
      await card.getByRole('heading', { name: 'As it was' }).waitFor();
    },
    {
      ...asArtist,
      arrange: async (page) => {
        await page.route('**/api/upscale/**', (route) => {
          refused.push(route.request().method());
          return route.fulfill({ status: 500 });
        });
        await page.route(`**${BATCHES_CALL}`, (route) =>
          route.request().method() === 'GET'
            ? route.fulfill({ json: { batches: [batch] } })
            : route.fallback(),
        );
        await page.addInitScript(() => {
          Storage.prototype.setItem = () => {
            throw new DOMException('It is full.', 'QuotaExceededError');
          };
        });
      },
      expectedErrors: [/500/],
    },
  );
});

/** A rejected download, delete and clear show nothing. */
async function refuseChanges(page: Page, card: Locator, refused: readonly string[]) {
  const download = card.getByRole('button', { name: 'Download ZIP', exact: true });
  await download.click();
  await eventually(() => refused).toEqual(['GET']);
  await eventually(() => download.isEnabled()).toBe(true);

  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await eventually(() => refused).toEqual(['GET', 'DELETE']);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await card.waitFor();

  await findHistory(page).getByRole('button', { name: 'Clear History' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear History' }).click();
  await eventually(() => refused).toEqual(['GET', 'DELETE', 'DELETE']);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await card.waitFor();
  expect(await countToasts(page)).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
}
