import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn, signInAdmin } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { withPage } from '../support/browser.ts';
import { signInByPopup } from './popup.ts';
import { answerWith, hold } from '../support/routes.ts';

const RESTRICTED = 'Access restricted to @studio.example email addresses and whitelisted accounts only.';
const BANNED = 'Your account has been banned. Please contact support.';
const SIGN_IN_CALL = '**/accounts:signInWithIdp*';

/** Expects the sign-in page with only this red text under the button. */
async function expectRefusal(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alert');
  await alert.filter({ hasText: text }).waitFor();
  expect(await alert.textContent()).toBe(text);
  const button = page.getByRole('button', { name: 'Sign In with Google' });
  const [above, below] = await Promise.all([button.boundingBox(), alert.boundingBox()]);
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  expect(await alert.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(179, 38, 30)');
  expect(await page.getByRole('navigation').count()).toBe(0);
}

test('signs out who may not sign in, with the reason [P4.22, P5.1, P5.3, P6.12, P8.4, P8.5, T6.4, T8.1.1, D-identity-and-access.6, D-identity-and-access.7]', () =>
  withPage(
    async (page) => {
      const banned = await signIn(newEmail());
      await callApi('DELETE', `/api/admin/user-directory/users/${banned.uid}`, { as: await signInAdmin() });
      for (const [email, text] of [
        ['outsider@elsewhere.example', RESTRICTED],
        [banned.email, BANNED],
      ] as const) {
        const button = page.getByRole('button', { name: 'Sign In with Google' });
        const before = await button.boundingBox();
        await signInByPopup(page, email);
        await expectRefusal(page, text);
        expect(await button.boundingBox()).toEqual(before);
        await page.reload();
        await expectRefusal(page, text);
      }
    },
    { expectedErrors: [/403/] },
  ));

test('admits the company domain at once, and asks the server about others [P6.7, P9.1, D-identity-and-access.4, D-identity-and-access.5, D-settled-by-the-acceptance-test.18]', async () => {
  const userInfo = hold('/api/auth/user');
  const whitelisted = newEmail('elsewhere.example');
  await callApi('POST', '/api/admin/user-directory/whitelist', {
    as: await signInAdmin(),
    body: { email: whitelisted },
  });
  await withPage(
    async (page) => {
      const logOut = async (email: string) => {
        await page.getByRole('button', { name: email }).click();
        await page.getByRole('button', { name: 'Logout' }).click();
      };
      await signInByPopup(page, 'artist@studio.example');
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      await logOut('artist@studio.example');
      await signInByPopup(page, 'partner@agency.example');
      await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);
      userInfo.release();
      await logOut('partner@agency.example');
      await signInByPopup(page, whitelisted);
      await page.getByRole('button', { name: whitelisted }).waitFor();
    },
    { arrange: (page) => userInfo.arrange(page) },
  );
});

test("shows the provider's errors and a closed popup, and allows a retry [P2.1, P4.8, P8.1]", () =>
  withPage(
    async (page) => {
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Sign In with Google' }).click();
      await (await opened).close();
      await page.getByRole('button', { name: 'Loading...' }).waitFor();
      // Firebase checks every two seconds and waits eight more after a window closes.
      await page.clock.runFor(12_000);
      await expectRefusal(page, 'The sign-in window was closed. Try again.');

      await answerWith(page, SIGN_IN_CALL, {
        status: 400,
        json: { error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } },
      });
      await signInByPopup(page, 'artist@studio.example');
      await expectRefusal(page, 'Too many attempts. Wait a few minutes and try again.');
      await page.unroute(SIGN_IN_CALL);
      await signInByPopup(page, 'artist@studio.example');
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
    },
    { arrange: (page) => page.clock.install(), expectedErrors: [/400/] },
  ));

test('shows why when neither popup nor page can load [P8.1, D-settled-by-the-acceptance-test.2]', () =>
  withPage(
    async (page) => {
      await page.getByRole('button', { name: 'Sign In with Google' }).click();
      await expectRefusal(page, 'The sign-in service did not load. Check your connection and try again.');
    },
    {
      arrange: (page) =>
        page.context().route('https://apis.google.com/**', (route) => route.abort('internetdisconnected')),
      expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
    },
  ));
