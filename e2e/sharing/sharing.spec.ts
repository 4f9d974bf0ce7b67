/** Sharing a batch by a link, in the browser. */
import { shareBatch } from '@portal/contracts/sharing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { expectFocusAfterFailure } from '../support/expect-focus-after-failure.ts';
import { findViolations } from '../support/find-violations.ts';
import { chooseAction, eventually, findCard, GENERATOR_PAGE } from '../support/generator-page.ts';
import * as generator from '../support/generator.ts';
import { hasFocus } from '../support/keyboard.ts';
import { setLatency } from '../support/sandbox.ts';

let owner: Account;
let colleague: Account;
beforeAll(async () => {
  await setLatency(0);
  [owner, colleague] = await Promise.all([signIn(newEmail()), signIn(newEmail())]);
});
afterAll(() => setLatency(0));

/** Above an open dialog. */
async function closeToastByKeyboard(page: Page, title: string): Promise<void> {
  const toasts = page.getByRole('region', { name: /Notification/ });
  await toasts.getByText(title, { exact: true }).waitFor();
  await page.keyboard.press('F8');
  for (let count = 0; count < 2; count += 1) await page.keyboard.press('Tab');
  await expect.poll(() => hasFocus(toasts.getByRole('button', { name: 'Close' }))).toBe(true);
  await page.keyboard.press('Enter');
  await toasts.getByText(title, { exact: true }).waitFor({ state: 'detached' });
}

test('an owner makes, copies and revokes a link that a colleague opens [D-one-studio.7]', async () => {
  const prompt = generator.makePrompt('a shared lighthouse');
  const id = await generator.startBatch(owner, generator.makeRequest('xai', { prompt, quantity: 2 }));
  await generator.waitForBatch(owner, id);
  await withPage(
    async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Share batch' });
      await chooseAction(page, findCard(page, id), 'Share');
      await dialog.getByText('A link shows this batch to everyone').waitFor();
      await dialog.getByRole('button', { name: 'Create link' }).click();
      const url = await dialog.getByRole('textbox', { name: 'Link to this batch' }).inputValue();
      expect(await findViolations(page)).toEqual([]);

      await withPage(
        async (other) => {
          await other.getByText(`Shared by ${owner.email}`).waitFor();
          await other.getByText(prompt, { exact: true }).waitFor();
          const cells = other.getByRole('button', { name: /^View / });
          await expect.poll(() => cells.count()).toBe(2);
          await expect.poll(() => other.locator('main li img').count()).toBe(2);
          expect(await findViolations(other)).toEqual([]);
          await cells.first().click();
          await other.getByRole('dialog').getByText('1 / 2').waitFor();
          await other.keyboard.press('Escape');

          await dialog.getByRole('button', { name: 'Revoke link' }).click();
          await dialog.getByRole('button', { name: 'Create link' }).waitFor();
          await closeToastByKeyboard(page, 'Link revoked');
          await dialog.getByRole('button', { name: 'Create link' }).waitFor();
          await other.reload();
          await other.getByText('This link no longer works').waitFor();
        },
        { path: new URL(url).pathname, as: colleague, expectedErrors: [/404/] },
      );
      await dialog.getByRole('button', { name: 'Create link' }).click();
      await eventually(() => dialog.getByRole('textbox').inputValue()).toMatch(/\/shared\//);
      await dialog.getByRole('button', { name: 'Revoke link' }).click();
      await dialog.getByRole('button', { name: 'Create link' }).waitFor();
      const create = dialog.getByRole('button', { name: 'Create link' });
      await expectFocusAfterFailure(page, shareBatch.path.replace('{id}', id), create, () =>
        create.press('Enter'),
      );
      await dialog.getByRole('button', { name: 'Close' }).click();
      await chooseAction(page, findCard(page, id), 'Share');
      await dialog.getByRole('button', { name: 'Create link' }).waitFor();
    },
    { path: GENERATOR_PAGE, as: owner, expectedErrors: [/500/] },
  );
});

test('a link leads to sign-in and back [D-settled-by-the-acceptance-test.4, D-settled-by-the-acceptance-test.6]', () => {
  const path = `/Shared/${'x'.repeat(22)}`;
  return withPage(
    async (page) => {
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
      await page.getByRole('button', { name: 'artist@studio.example' }).click();
      await page.getByText('This link no longer works').waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    },
    { path, expectedErrors: [/404/] },
  );
});
