import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findHistory, waitForText } from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { PHONE } from '../support/launch-browser.ts';
import { setLatency } from '../support/sandbox.ts';
import {
  answerWithBatches,
  chooseStyle,
  createActiveBatch,
  createBatch,
  drawPictures,
  findForm,
  findStyle,
  findSubmit,
  STYLIZER_PAGE,
} from '../support/stylizer-page.ts';
import {
  choosePictures,
  findDropZone,
  findRows,
  openChooser,
  waitForCount,
  withFolder,
} from '../support/uploads-page.ts';

beforeEach(() => setLatency(0));

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('starts, views, renames and deletes a batch by keyboard [T2.4.5, T2.4.15, T2.4.22]', async () => {
  const artist = await signIn(newEmail());
  const [one, two] = await drawPictures('one.png', 'two.png');
  if (!one || !two) throw new Error('Expected two pictures.');
  await withFolder({ 'one.png': one.bytes, 'two.png': two.bytes }, (folder) =>
    withPage(
      async (page) => {
        await tabTo(page, findDropZone(page));
        const chooser = await openChooser(page, () => press(page, 'Enter'));
        await chooser.setFiles([`${folder}/one.png`, `${folder}/two.png`]);
        await waitForCount(page, 2);
        await tabTo(page, findForm(page).getByRole('button', { name: 'Remove two.png' }));
        await press(page, 'Enter');
        await waitForCount(page, 1);
        await eventually(() => hasFocus(findRows(page).getByRole('button', { name: 'Remove one.png' }))).toBe(
          true,
        );
        await tabTo(page, findStyle(page, 'Anime'));
        await press(page, 'Space', 'ArrowDown');
        expect(await findStyle(page, 'Renaissance').isChecked()).toBe(true);
        await tabTo(page, findSubmit(page));
        await press(page, 'Enter');

        const card = findHistory(page).getByRole('article');
        await waitForText(card, '1/1 completed');
        await tabTo(page, card.getByRole('button', { name: 'Rename' }));
        await press(page, 'Enter');
        await card.getByRole('textbox', { name: 'Batch name' }).waitFor();
        await page.keyboard.type('By keyboard');
        await press(page, 'Enter');
        await card.getByRole('heading', { name: 'By keyboard' }).waitFor();
        await eventually(() => hasFocus(card.getByRole('button', { name: 'Rename' }))).toBe(true);

        const viewImages = card.getByRole('button', { name: 'View Images' });
        await tabTo(page, viewImages);
        await press(page, 'Enter');
        await page.getByRole('dialog', { name: 'Styled Image' }).waitFor();
        await tabTo(page, page.getByRole('button', { name: 'Show original' }));
        await press(page, 'Enter');
        await page.getByRole('dialog', { name: 'Original Image' }).waitFor();
        await press(page, 'Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        expect(await hasFocus(viewImages)).toBe(true);

        await tabTo(page, card.getByRole('button', { name: 'Delete Batch' }));
        await press(page, 'Enter');
        const question = page.getByRole('dialog', { name: 'Delete Batch' });
        // Cancel has the focus, so Enter alone deletes nothing.
        await eventually(() => hasFocus(question.getByRole('button', { name: 'Cancel' }))).toBe(true);
        await tabTo(page, question.getByRole('button', { name: 'Delete' }));
        await press(page, 'Enter');
        await findHistory(page).getByText('No batch history yet').waitFor();
      },
      { as: artist, path: STYLIZER_PAGE },
    ),
  );
});

test('fits a phone, keeps the button in view, scrolls to a started batch', () =>
  withPage(
    async (page) => {
      await chooseStyle(page, 'Studio Ghibli');
      await choosePictures(page, await drawPictures(`${'a very long name '.repeat(12)}.png`));
      await waitForCount(page, 1);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.mouse.wheel(0, 400);
      const box = await findSubmit(page).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(PHONE.height);
      await findHistory(page).getByRole('article').last().scrollIntoViewIfNeeded();
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('article, [data-pair]')].filter(
          (element) => element.getBoundingClientRect().right > innerWidth,
        ),
      );
      expect(wide).toEqual([]);
    },
    {
      as: 'artist',
      path: STYLIZER_PAGE,
      viewport: PHONE,
      hasTouch: true,
      arrange: (page) =>
        answerWithBatches(page, [
          createBatch(Array.from({ length: 30 }, () => 'completed' as const)),
          createActiveBatch(['completed', 'processing', 'pending']),
        ]),
    },
  ));
