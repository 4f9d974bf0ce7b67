import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { eventually } from '../support/generator-page.ts';
import { NEW_JOB_PAGE } from '../support/job-pages.ts';
import { setLatency } from '../support/sandbox.ts';

test('leads from a picture to suggested prompts, which Back leaves again', async () => {
  await setLatency(0);
  const artist = await signIn(newEmail());
  const id = await startBatch(artist, makeRequest('xai', { prompt: makePrompt('a red fox'), quantity: 1 }));
  await waitForBatch(artist, id);
  await withPage(
    async (page) => {
      const path = () => new URL(page.url()).pathname;
      await page.getByRole('group', { name: 'Pictures' }).locator('button[aria-pressed]').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'More like this' }).click();
      const dialog = page.getByRole('dialog', { name: 'Suggest prompts' });
      await eventually(() => dialog.getByRole('textbox', { name: 'Theme' }).inputValue()).toMatch(
        /^a red fox/,
      );
      await dialog.getByRole('button', { name: 'Suggest prompts' }).click();
      await dialog.getByRole('button', { name: 'Add 50 prompts' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('50 prompts × 1 model = 50 pictures').waitFor();
      expect(path()).toBe(NEW_JOB_PAGE);
      await page.goBack();
      await eventually(path).toBe('/library');
    },
    { as: artist, path: '/library' },
  );
});
