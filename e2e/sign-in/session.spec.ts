import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { useBrowser } from '../support/browser.ts';
import { countSettled, pass } from '../support/polled-history.ts';
import { answerWith, hold } from '../support/routes.ts';

const withPage = useBrowser();
const MINUTE = 60_000;
const USER_INFO = '/api/auth/user';
const DIRECTORY = '/api/admin/user-directory/users';

test('[P4.3, P1.9, P7.1, P6.11, P3.2, D-identity-and-access.2] on signing in, the server is asked who this is', () => {
  const requests: Request[] = [];
  return withPage(
    async (page) => {
      await page.getByRole('button', { name: 'admin@studio.example' }).click();
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      await page.getByRole('button', { name: 'admin@studio.example' }).click();
      await page.getByRole('link', { name: 'Admin Portal' }).waitFor();
      expect(requests).toHaveLength(1);
      const [request] = requests;
      const headers = await request?.allHeaders();
      expect(request?.method()).toBe('GET');
      expect(headers).toMatchObject({
        authorization: expect.stringMatching(/^Bearer .+/),
        'x-user-id': expect.stringMatching(/.+/),
        'x-user-email': 'admin@studio.example',
        'x-user-name': 'Ada%20Admin',
        cookie: 'choice=kept',
      });
    },
    {
      arrange: async (page) => {
        await page.context().addCookies([{ name: 'choice', value: 'kept', domain: '127.0.0.1', path: '/' }]);
        page.on('request', (request) => {
          if (request.url().endsWith(USER_INFO)) requests.push(request);
        });
      },
    },
  );
});

test('[P4.4, P8.4] a 403 of that call ends the session', () =>
  withPage(
    async (page) => {
      await page.getByRole('alert').filter({ hasText: 'Access restricted to @studio.example' }).waitFor();
      await page.unroute(USER_INFO);
      await page.reload();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
    },
    {
      as: 'artist',
      arrange: (page) => answerWith(page, USER_INFO, { status: 403, json: { error: 'No.' } }),
      expectedErrors: [/403/],
    },
  ));

test('[P4.5, P4.6, P6.4] after any other failure of it the person stays, without a role, and it is logged', () => {
  const logged: string[] = [];
  return withPage(
    async (page) => {
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      await page.getByRole('button', { name: 'admin@studio.example' }).click();
      await page.getByRole('button', { name: 'Logout' }).waitFor();
      expect(await page.getByRole('link', { name: 'Admin Portal' }).count()).toBe(0);
      expect(logged).toEqual([expect.stringContaining('500: Internal Server Error')]);
      await page.goto('/admin/user-directory');
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
    },
    {
      as: 'admin',
      arrange: async (page) => {
        page.on('console', (message) => {
          if (message.type() === 'warning') logged.push(message.text());
        });
        await answerWith(page, USER_INFO, { status: 500 });
      },
      expectedErrors: [/500/],
    },
  );
});

test('[P8.5, P6.12, P4.22] a 403 with the banned flag on any call signs out, and says why', () =>
  withPage(
    async (page) => {
      await page
        .getByRole('alert')
        .filter({ hasText: 'Your account has been banned. Please contact support.' })
        .waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      await page.unroute(DIRECTORY);
      await page.getByRole('button', { name: 'artist@studio.example' }).click();
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
    },
    {
      as: 'admin',
      path: '/admin/user-directory',
      arrange: (page) =>
        answerWith(page, DIRECTORY, {
          status: 403,
          json: { error: 'Banned.', code: 'banned', banned: true, requestId: 'r' },
        }),
      expectedErrors: [/403/],
    },
  ));

test.each([
  ['an account that was disabled', '**/accounts:lookup*', 'USER_DISABLED'],
  ['a session that has ended', '**/accounts:lookup*', 'TOKEN_EXPIRED'],
])('[P4.9] %s is signed out', (_name, call, message) =>
  withPage(
    async (page) => {
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
      await page.unroute(call);
      await page.reload();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
    },
    {
      as: 'artist',
      arrange: (page) => answerWith(page, call, { status: 400, json: { error: { message } } }),
      expectedErrors: [/400/],
    },
  ),
);

test('[P4.7] a sign-out in one tab shows in the other', () =>
  withPage(
    async (page) => {
      const other = await page.context().newPage();
      await other.goto('/');
      await other.getByRole('button', { name: 'artist@studio.example' }).click();
      await other.getByRole('button', { name: 'Logout' }).click();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
    },
    { as: 'artist' },
  ));

test('[P4.1] while a whitelisted outsider waits for the answer of the server, the spinner shows', () => {
  const userInfo = hold(USER_INFO);
  return withPage(
    async (page) => {
      await page.getByRole('button', { name: 'outsider@elsewhere.example' }).click();
      await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);
      userInfo.release();
      await page.getByRole('alert').waitFor();
    },
    { arrange: (page) => userInfo.arrange(page), expectedErrors: [/403/] },
  );
});

test('the token is refreshed 5 minutes before it expires; a failure is retried after 30 s, then 60 s [P9.10, P9.11]', async () => {
  const email = newEmail();
  const account = await signIn(email);
  const { token: nextToken } = await signIn(email);
  let requests = 0;
  let isDown = true;
  await withPage(
    async (page) => {
      const countAfter = async (milliseconds: number) => {
        await pass(page, milliseconds);
        return countSettled(() => requests);
      };
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      await page.clock.pauseAt(Date.now() + 10_000);
      await page.clock.fastForward(54 * MINUTE);
      expect(await countAfter(1000)).toBe(0);
      expect(await countAfter(MINUTE)).toBe(1);
      expect(await countAfter(29_000)).toBe(1);
      expect(await countAfter(1500)).toBe(2);
      isDown = false;
      expect(await countAfter(59_000)).toBe(2);
      expect(await countAfter(1500)).toBe(3);
      expect(await countAfter(55 * MINUTE - 1000)).toBe(3);
      expect(await countAfter(1500)).toBe(4);
    },
    {
      as: account,
      arrange: async (page) => {
        await page.clock.install({ time: Date.now() });
        await page.route('**/securetoken.googleapis.com/v1/token*', (route) => {
          requests += 1;
          if (isDown) return route.abort();
          const refreshed = {
            access_token: nextToken,
            id_token: nextToken,
            refresh_token: 'r',
            expires_in: '3600',
          };
          return route.fulfill({ json: refreshed, headers: { 'access-control-allow-origin': '*' } });
        });
      },
      expectedErrors: [/ERR_FAILED/],
    },
  );
});
