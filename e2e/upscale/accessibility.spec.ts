import { UpscaleBatchSchema } from '@portal/contracts/upscale';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import { eventually, findCard, findHistory, waitForText } from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { startWith, upscaler } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { setVisibility } from '../support/polled-history.ts';
import { answerWith } from '../support/routes.ts';
import { setLatency } from '../support/sandbox.ts';
import {
  choosePictures,
  findDropZone,
  findIgnored,
  findRow,
  openChooser,
  waitForCount,
} from '../support/uploads-page.ts';
import {
  answerWithBatches,
  BATCHES_CALL,
  createUpscaleBatch,
  findProcess,
  UPSCALE_CALL,
  UPSCALE_PAGE,
} from '../support/upscale-page.ts';

let artist: Account;
let picture: { name: string; bytes: Buffer };
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  picture = { name: 'one.png', bytes: await drawPicture() };
});

test('works by keyboard, and has no axe violations in any state', async () => {
  const id = await startWith(upscaler, artist, [picture]);
  await upscaler.waitForBatch(artist, id);
  await withPage(
    async (page) => {
      await useKeyboard(page);
      await showAllStates(page, id);
      await checkAllStates(page);
    },
    { as: artist, path: UPSCALE_PAGE, expectedErrors: [/500/] },
  );
});

/** Selects, removes, starts, renames, views and deletes. */
async function useKeyboard(page: Page) {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const zone = findDropZone(page);
  await tabTo(page, zone);
  const chooser = await openChooser(page, () => press('Enter'));
  const [first, second] = [picture, { ...picture, name: 'two.png' }];
  await chooser.setFiles(
    [first, second].map(({ name, bytes }) => ({ name, mimeType: 'image/png', buffer: bytes })),
  );
  await waitForCount(page, 2);
  await eventually(() => hasFocus(zone)).toBe(true);
  await tabTo(page, page.getByRole('button', { name: 'Remove one.png' }));
  await press('Enter');
  await waitForCount(page, 1);
  await eventually(() => hasFocus(page.getByRole('button', { name: 'Remove two.png' }))).toBe(true);
  await tabTo(page, page.getByRole('radio', { name: '2x' }));
  await press('ArrowRight');
  expect(await page.getByRole('radio', { name: '4x' }).isChecked()).toBe(true);
  await tabTo(page, page.getByRole('switch', { name: 'Enhance' }));
  await press('Space');
  await tabTo(page, findProcess(page));
  await press('Enter');

  const card = findHistory(page).getByRole('article').first();
  await waitForText(card, '4x');
  await waitForText(card, 'Enhanced');
  await waitForText(card, '1/1 completed');
  await tabTo(page, card.getByRole('button', { name: 'Rename' }));
  await press('Enter');
  await card.getByRole('textbox', { name: 'Batch name' }).waitFor();
  await page.keyboard.type('By keyboard');
  await press('Enter');
  await card.getByRole('heading', { name: 'By keyboard' }).waitFor();
  await tabTo(page, card.getByRole('link', { name: 'View all images' }));
  const window = page.context().waitForEvent('page');
  await press('Enter');
  const gallery = await window;
  await tabTo(gallery, gallery.getByRole('button', { name: 'View full size: two_upscaled.png' }));
  await gallery.keyboard.press('Enter');
  await gallery.getByRole('dialog').getByRole('img', { name: 'two_upscaled.png' }).waitFor();
  await gallery.keyboard.press('Escape');
  await gallery.getByRole('dialog').waitFor({ state: 'detached' });
  await gallery.close();

  await tabTo(page, card.getByRole('button', { name: 'Delete' }));
  await press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete Batch' });
  await tabTo(page, question.getByRole('button', { name: 'Delete' }));
  // The page reads the history again once the batch is deleted.
  const reread = page.waitForResponse(`**${BATCHES_CALL}/changes*`);
  await press('Enter');
  await reread;
  await card.getByRole('heading', { name: 'By keyboard' }).waitFor({ state: 'detached' });
}

/** A real batch in every state, and an upload that fails. */
async function showAllStates(page: Page, finishedId: string) {
  const { body } = await callApi('GET', BATCHES_CALL, { as: artist });
  const { batches } = z.object({ batches: z.array(UpscaleBatchSchema) }).parse(body);
  const failures = [{ index: 1, state: 'failed' as const, reason: 'The picture is damaged.', attempts: 1 }];
  const counts = { totalImages: 4, failedCount: 1, failures };
  await answerWith(page, UPSCALE_CALL, { status: 500 });
  await answerWithBatches(page, [
    createUpscaleBatch({
      status: 'pending',
      startedAt: null,
      endedAt: null,
      totalImages: 12,
      processedImages: 0,
    }),
    ...batches
      .filter(({ id }) => id === finishedId)
      .flatMap((batch) => [
        {
          ...batch,
          ...counts,
          id: 'working',
          status: 'processing' as const,
          endedAt: null,
          runningItems: [2],
        },
        { ...batch, ...counts, retryable: { failed: 1, uncertain: 0 } },
      ]),
    createUpscaleBatch({ filesDeleted: true, enhance: true }),
    createUpscaleBatch({ ...counts, status: 'failed', totalImages: 1, processedImages: 0 }),
  ]);
  await setVisibility(page, 'visible');
}

async function checkAllStates(page: Page) {
  await findHistory(page).getByText('Queued - 12 images', { exact: true }).waitFor();
  await findCard(page, 'working').locator('[data-slot=failed]').waitFor();
  await choosePictures(page, [picture, { name: 'notes.txt', bytes: Buffer.from('notes') }]);
  await findRow(page, 'one.png').locator('img').waitFor();
  await findProcess(page).click();
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
  await page
    .getByRole('region', { name: /Notification/ })
    .getByRole('button', { name: 'Close' })
    .click();
  await findIgnored(page).getByRole('button', { name: 'Show' }).click();
  expect(await findViolations(page)).toEqual([]);
}
