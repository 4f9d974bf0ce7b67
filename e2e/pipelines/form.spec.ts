/** The form of a job on a phone. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { eventually } from '../support/generator-page.ts';
import { answerWithJobs, createRecipe, NEW_JOB_PAGE } from '../support/job-pages.ts';
import { PHONE } from '../support/launch-browser.ts';

const findPrompts = (page: Page) => page.getByRole('textbox', { name: 'Prompts' });
const findSubmit = (page: Page) => page.getByRole('button', { name: /^(Make|Schedule) / });

test('fits a phone, with the button above the navigation, and keeps the draft', async () =>
  withPage(
    async (page) => {
      await page.waitForURL(`**${NEW_JOB_PAGE}`);
      await findPrompts(page).fill('A snowy owl');
      // It was saved by the page, when it was left.
      await page.reload();
      await eventually(() => findPrompts(page).inputValue()).toBe('A snowy owl');
      await page.getByRole('form', { name: 'Model 2' }).waitFor();
      await findSubmit(page).waitFor();
      const navigation = page.getByRole('navigation', { name: 'Library' });
      const [button, bar] = await Promise.all([findSubmit(page).boundingBox(), navigation.boundingBox()]);
      expect(button && button.y + button.height).toBeLessThan(bar?.y ?? 0);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
      // The list of problems is out of sight.
      await findPrompts(page).fill('');
      await findSubmit(page).click();
      const problem = page.getByText('Add at least one prompt.').last();
      const box = await problem.boundingBox();
      expect(box && box.y + box.height).toBeLessThan(bar?.y ?? 0);
    },
    {
      path: `${NEW_JOB_PAGE}?recipe=recipe-1`,
      as: await signIn(newEmail()),
      viewport: PHONE,
      arrange: (page) => answerWithJobs(page, [], [createRecipe()]),
    },
  ));
