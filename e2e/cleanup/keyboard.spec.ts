import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { eventually } from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { hold } from '../support/routes.ts';
import { CLEANUP_CALL, findButton, findQuestion, findTiles, serveStorage } from './storage-page.ts';

const withPage = useBrowser();

test('with the keyboard alone an admin opens the page, is asked, says no, then yes, and keeps the place', () => {
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
      // Enter alone deletes nothing: Cancel has the focus.
      await eventually(() => hasFocus(question.getByRole('button', { name: 'Cancel' }))).toBe(true);
      await page.keyboard.press('Enter');
      await question.waitFor({ state: 'detached' });
      await eventually(() => hasFocus(button)).toBe(true);

      await page.keyboard.press('Space');
      await eventually(() => hasFocus(question.getByRole('button', { name: 'Cancel' }))).toBe(true);
      expect(storage.cleanups).toEqual([]);
      await tabTo(page, question.getByRole('button', { name: 'Delete all files' }));
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
