import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findHistory, waitForText } from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { drawPicture } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import { findDropZone, openChooser, waitForCount } from '../support/uploads-page.ts';
import { BATCHES_CALL, findProcess, UPSCALE_PAGE } from '../support/upscale-page.ts';

let artist: Account;
let picture: { name: string; bytes: Buffer };
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  picture = { name: 'one.png', bytes: await drawPicture() };
});

/** Selects, removes, starts, renames, views and deletes. */
test('works by keyboard', () => withPage(useKeyboard, { as: artist, path: UPSCALE_PAGE }));

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
