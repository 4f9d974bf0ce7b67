import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { eventually } from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { hold } from '../support/routes.ts';
import {
  CLEANUP_CALL,
  findButton,
  findQuestion,
  findTiles,
  findTypedWord,
  serveStorage,
} from './storage-page.ts';

test('asks for a typed word by keyboard, and focus stays on the button', () => {
  const { storage, options } = serveStorage();
  const answer = hold(`**${CLEANUP_CALL}`);
  return withPage(
    async (page) => {
      await tabTo(page, page.getByRole('complementary').getByRole('link', { name: 'Storage Cleanup' }));
      await page.keyboard.press('Enter');
      await findTiles(page).waitFor();
      const [button, question] = [findButton(page), findQuestion(page)];
      await tabTo(page, button);
      await page.keyboard.press('Enter');
      // The field has the focus, so Enter alone deletes nothing.
      const word = findTypedWord(page);
      const confirm = question.getByRole('button', { name: 'Delete all files' });
      await eventually(() => hasFocus(word)).toBe(true);
      await page.keyboard.press('Enter');
      expect(await confirm.isDisabled()).toBe(true);
      await page.keyboard.type('delete all');
      await page.keyboard.press('Enter');
      expect(await confirm.isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      await eventually(() => hasFocus(button)).toBe(true);

      await page.keyboard.press('Space');
      await eventually(() => hasFocus(word)).toBe(true);
      expect(await word.inputValue()).toBe('');
      expect(storage.cleanups).toEqual([]);
      await page.keyboard.type(' delete ');
      await eventually(() => confirm.isEnabled()).toBe(true);
      await page.keyboard.press('Enter');
      await question.waitFor({ state: 'detached' });
      await page.getByText('Running Cleanup...', { exact: true }).waitFor();
      expect(await button.isDisabled()).toBe(true);
      await eventually(() => hasFocus(button)).toBe(true);
      await page.keyboard.press('Enter');
      expect(await question.count()).toBe(0);
      answer.release();
      await toast(page, 'Cleanup Completed').waitFor();
      await eventually(() => hasFocus(button)).toBe(true);
      expect(storage.cleanups).toHaveLength(1);
    },
    {
      ...options,
      path: '/admin',
      arrange: async (page) => {
        await options.arrange?.(page);
        await answer.arrange(page);
      },
    },
  );
});
