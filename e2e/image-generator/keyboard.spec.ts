import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { makePrompt } from '../support/generator.ts';
import {
  eventually,
  findChoice,
  findHistory,
  findPrompt,
  findQuantity,
  GENERATOR_PAGE,
  waitForText,
} from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { setLatency } from '../support/sandbox.ts';

beforeEach(() => setLatency(0));

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('starts, views, renames and deletes a batch by keyboard', async () => {
  const artist = await signIn(newEmail());
  await withPage(
    async (page) => {
      await tabTo(page, findPrompt(page));
      await page.keyboard.type(makePrompt('a fox by keyboard'));
      await tabTo(page, page.getByRole('slider', { name: 'Quantity' }));
      await press(page, 'ArrowRight');
      expect(await findQuantity(page).inputValue()).toBe('2');
      await tabTo(page, findChoice(page, 'Provider', 'ChatGPT'));
      await press(page, 'ArrowDown', 'ArrowDown');
      expect(await findChoice(page, 'Provider', 'Stable Diffusion').isChecked()).toBe(true);
      await tabTo(page, findChoice(page, 'Version', 'Medium'));
      await press(page, 'Space');
      await tabTo(page, page.getByRole('combobox', { name: 'Style preset' }));
      await press(page, 'Enter');
      await page.getByRole('option', { name: 'Anime' }).waitFor();
      await page.keyboard.type('ani');
      await press(page, 'Enter');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
      await tabTo(page, findChoice(page, 'Aspect ratio', '1:1'));
      await press(page, 'Space');
      await tabTo(page, findChoice(page, 'Output format', 'PNG'));
      await press(page, 'Space', 'ArrowRight', 'Control+Enter');

      const card = findHistory(page).getByRole('article');
      await waitForText(card, '2/2 completed');
      await tabTo(page, card.getByRole('button', { name: 'Rename' }));
      await press(page, 'Enter');
      await card.getByRole('textbox', { name: 'Batch name' }).waitFor();
      await page.keyboard.type('By keyboard');
      await press(page, 'Enter');
      await card.getByRole('heading', { name: 'By keyboard' }).waitFor();
      await eventually(() => hasFocus(card.getByRole('button', { name: 'Rename' }))).toBe(true);

      const viewImages = card.getByRole('button', { name: 'View images' });
      await tabTo(page, viewImages);
      await press(page, 'Enter');
      const grid = page.getByRole('dialog', { name: 'Images in By keyboard' });
      await tabTo(page, grid.getByRole('button', { name: /^View .*_001\.jpg$/ }));
      await press(page, 'Enter');
      const viewer = page.getByRole('dialog').filter({ hasText: '1 / 2' });
      await viewer.waitFor();
      await press(page, 'ArrowRight');
      await page.getByRole('dialog').filter({ hasText: '2 / 2' }).waitFor();
      await press(page, 'Escape');
      await eventually(() => page.getByRole('dialog').count()).toBe(1);
      await press(page, 'Escape');
      await grid.waitFor({ state: 'detached' });
      expect(await hasFocus(viewImages)).toBe(true);

      const menu = card.getByRole('button', { name: 'More actions' });
      await tabTo(page, menu);
      await press(page, 'Enter');
      await page.getByRole('menuitem', { name: 'Share' }).waitFor();
      await press(page, 'ArrowDown', 'Enter');
      await page.getByRole('dialog', { name: 'Settings' }).waitFor();
      await press(page, 'Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await eventually(() => hasFocus(menu)).toBe(true);
      await press(page, 'Shift+Tab');
      expect(await hasFocus(card.getByRole('button', { name: 'Delete' }))).toBe(true);
      await press(page, 'Enter');
      const question = page.getByRole('dialog', { name: 'Delete Batch' });
      // Cancel has the focus, so Enter alone deletes nothing.
      await eventually(() => hasFocus(question.getByRole('button', { name: 'Cancel' }))).toBe(true);
      await tabTo(page, question.getByRole('button', { name: 'Delete' }));
      await press(page, 'Enter');
      await findHistory(page).getByText('No batch history yet').waitFor();
    },
    { as: artist, path: GENERATOR_PAGE },
  );
});
