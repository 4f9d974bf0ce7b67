import type { Page } from 'playwright-core';

/** Clicks the button and signs in as this person in the Auth emulator's window. */
export async function signInByPopup(page: Page, email: string): Promise<void> {
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign In with Google' }).click();
  await chooseAccount(await popup, email);
}

/** The emulator's account page, in place of Google's. */
export async function chooseAccount(accountPage: Page, email: string): Promise<void> {
  await accountPage.locator('.js-new-account').waitFor();
  const known = accountPage.locator('.js-reuse-account', { hasText: email });
  if ((await known.count()) > 0) {
    try {
      await known.first().click();
    } catch (error) {
      // The click closes the window, at times before it has ended.
      if (!accountPage.isClosed()) throw error;
    }
    return;
  }
  await accountPage.locator('.js-new-account').click();
  await accountPage.locator('#email-input').fill(email);
  await accountPage.locator('#sign-in').click();
}
