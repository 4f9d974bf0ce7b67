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
const forbidden = [/403/];

/** Expects the sign-in page with only this red text under the button. */
async function expectRefusal(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alert');
  await alert.filter({ hasText: text }).waitFor();
  expect(await alert.textContent()).toBe(text);
  const button = page.getByRole('button', { name: 'Sign In with Google' });
  const [above, below] = [await button.boundingBox(), await alert.boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? Infinity) + (above?.height ?? 0));
  expect(await alert.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(179, 38, 30)');
  expect(await page.getByRole('navigation').count()).toBe(0);
}

test('signs out an outsider at once and shows who may sign in [P5.3, P8.4, D-identity-and-access.6]', () =>
  withPage(
    async (page) => {
      await signInByPopup(page, 'outsider@elsewhere.example');
      await expectRefusal(page, RESTRICTED);
      await page.reload();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    },
    { expectedErrors: forbidden },
  ));

test("rejects a domain that only ends like the company's [D-identity-and-access.7, P5.1]", () =>
  withPage(
    async (page) => {
      await signInByPopup(page, newEmail('evilstudio.example'));
      await expectRefusal(page, RESTRICTED);
    },
    { expectedErrors: forbidden },
  ));

test('signs out a banned account with a message [P8.5, P4.22, P6.12, T6.4, T8.1.1]', () =>
  withPage(
    async (page) => {
      const account = await signIn(newEmail());
      await callApi('DELETE', `/api/admin/user-directory/users/${account.uid}`, { as: await signInAdmin() });
      await signInByPopup(page, account.email);
      await expectRefusal(page, BANNED);
    },
    { expectedErrors: forbidden },
  ));

test('admits a whitelisted email of another domain [P6.7, D-identity-and-access.4]', () =>
  withPage(async (page) => {
    const email = newEmail('elsewhere.example');
    await callApi('POST', '/api/admin/user-directory/whitelist', {
      as: await signInAdmin(),
      body: { email },
    });
    await signInByPopup(page, email);
    await page.getByRole('button', { name: email }).waitFor();
  }));

test.each(['artist@studio.example', 'partner@agency.example', 'retoucher@freelance.example'])(
  '%s does not wait for the server [D-identity-and-access.5, P9.1]',
  (email) => {
    const userInfo = hold('/api/auth/user');
    return withPage(
      async (page) => {
        await signInByPopup(page, email);
        await page.getByRole('button', { name: email }).waitFor();
        userInfo.release();
      },
      { arrange: (page) => userInfo.arrange(page) },
    );
  },
);

test.each([
  ['USER_DISABLED', 'This account is disabled. Ask an admin.'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'Too many attempts. Wait a few minutes and try again.'],
  ['OPERATION_NOT_ALLOWED', 'This sign-in method is not enabled. Ask an admin.'],
])("the provider's error %s shows: %s [P2.1, P8.1, P4.8]", (message, text) =>
  withPage(
    async (page) => {
      await signInByPopup(page, 'artist@studio.example');
      await expectRefusal(page, text);
      await page.unroute(SIGN_IN_CALL);
      await signInByPopup(page, 'artist@studio.example');
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
    },
    {
      arrange: (page) => answerWith(page, SIGN_IN_CALL, { status: 400, json: { error: { message } } }),
      expectedErrors: [/400/],
    },
  ),
);

test('explains a closed popup without leaving the page [P8.1]', () =>
  withPage(
    async (page) => {
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Sign In with Google' }).click();
      await (await opened).close();
      await page.getByRole('button', { name: 'Loading...' }).waitFor();
      // Firebase checks every two seconds and waits eight more after a window closes.
      await page.clock.runFor(12_000);
      await expectRefusal(page, 'The sign-in window was closed. Try again.');
    },
    { arrange: (page) => page.clock.install() },
  ));

test('shows why when neither popup nor page can load [P8.1]', () =>
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
