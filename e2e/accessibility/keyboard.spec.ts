import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { DIRECTORY_PAGE, findRow, toast } from '../support/directory.ts';
import { findViolations } from '../support/find-violations.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('signed-out pages have no axe violations; signs in and out by keyboard', () =>
  withPage(
    async (page) => {
      await checkSignedOut(page);
      await signInAndOut(page);
    },
    { path: '/nowhere', expectedErrors: [/403/] },
  ));

async function checkSignedOut(page: Page) {
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  expect(await findViolations(page), 'an unknown page').toEqual([]);
  await page.getByRole('link', { name: 'Return Home' }).click();
  await button(page, 'outsider@elsewhere.example').click();
  await page.getByRole('alert').waitFor();
  expect(await findViolations(page), 'the sign-in page after a rejected sign-in').toEqual([]);
}

/** Through the menu and the palette. */
async function signInAndOut(page: Page) {
  const email = button(page, 'artist@studio.example');
  await tabTo(page, email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();

  await page.keyboard.press('Tab');
  expect(await hasFocus(page.getByRole('link', { name: 'Skip to content' }))).toBe(true);
  await tabTo(page, email);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Deliveries' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => hasFocus(page.getByRole('link', { name: 'Deliveries' }))).toBe(true);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => hasFocus(button(page, 'Preferences'))).toBe(true);
  await page.keyboard.press('Escape');
  expect(await hasFocus(email)).toBe(true);

  const palette = page.getByRole('combobox', { name: 'Go to' });
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await page.keyboard.type('styl');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Stylizer' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await email.focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => hasFocus(button(page, 'Logout'))).toBe(true);
  await page.keyboard.press('Enter');
  await button(page, 'Sign In with Google').waitFor();
}

test('changes a role and revokes access by keyboard, with a confirmation', async () => {
  const account = await signIn(newEmail());
  await withPage(
    async (page) => {
      await tabTo(page, page.getByRole('searchbox', { name: 'Search' }));
      await page.keyboard.type(account.email);
      const row = findRow(page, account.email);
      await row.waitFor();
      await tabTo(page, row.getByRole('combobox'));
      await page.keyboard.press('Enter');
      await page.getByRole('option', { name: 'Admin' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await toast(page, 'User role updated successfully').waitFor();

      await tabTo(page, row.getByRole('button', { name: 'Revoke' }));
      await page.keyboard.press('Enter');
      // Cancel has the focus, so Enter alone revokes nothing.
      await expect.poll(() => hasFocus(button(page, 'Cancel'))).toBe(true);
      await tabTo(page, button(page, 'Revoke access'));
      await page.keyboard.press('Enter');
      await toast(page, 'User access revoked successfully').waitFor();
      await row.waitFor({ state: 'detached' });
    },
    { as: 'admin', path: DIRECTORY_PAGE },
  );
});
