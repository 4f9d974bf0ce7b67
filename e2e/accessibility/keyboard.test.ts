import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { useBrowser } from '../support/browser.ts';
import { DIRECTORY_PAGE, findRow, toast } from '../support/directory.ts';

const withPage = useBrowser();
const MOST_STOPS = 40;

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Whether one sees where the focus is: an outline, or for a field its border in the accent. */
const isFocusSeen = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement;
    if (!active) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(active);
    const border = active.closest('.Mui-focused')?.querySelector('fieldset');
    const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    return hasOutline || (border ? Number.parseFloat(getComputedStyle(border).borderTopWidth) >= 2 : false);
  });

/** Tab after Tab, with a focus that can be seen at every stop. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const stopName = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160));
    expect(await isFocusSeen(page), stopName).toBe(true);
    if (await hasFocus(target)) return;
  }
  throw new Error('Tab never came there.');
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('with the keyboard alone one signs in, opens the menu, and signs out', () =>
  withPage(async (page) => {
    await tabTo(page, button(page, 'artist@studio.example'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();

    await page.keyboard.press('Tab');
    expect(await hasFocus(page.getByRole('link', { name: 'Skip to content' }))).toBe(true);
    await tabTo(page, button(page, 'artist@studio.example'));
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => hasFocus(button(page, 'System'))).toBe(true);
    await page.keyboard.press('Escape');
    expect(await hasFocus(button(page, 'artist@studio.example'))).toBe(true);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => hasFocus(button(page, 'Logout'))).toBe(true);
    await page.keyboard.press('Enter');
    await button(page, 'Sign In with Google').waitFor();
  }));

test('Ctrl and K open the palette, a few letters and Enter go to a tool, Escape closes it', () =>
  withPage(
    async (page) => {
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to' }).waitFor();
      await page.keyboard.type('styl');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Stylizer' }).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    { as: 'artist' },
  ));

test('with the keyboard alone an admin changes a role, and revokes access after a question', () =>
  withPage(
    async (page) => {
      const account = await signIn(newEmail());
      await page.reload();
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
      // Enter alone revokes nothing: Cancel has the focus.
      await expect.poll(() => hasFocus(button(page, 'Cancel'))).toBe(true);
      await tabTo(page, button(page, 'Revoke access'));
      await page.keyboard.press('Enter');
      await toast(page, 'User access revoked successfully').waitFor();
      await row.waitFor({ state: 'detached' });
    },
    { as: 'admin', path: DIRECTORY_PAGE },
  ));
