import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { eventually } from '../support/generator-page.ts';
import { countWhenIdle } from '../support/page-clock.ts';
import { answerWith, hold } from '../support/routes.ts';

const MINUTE = 60_000;
const USER_INFO = '/api/auth/user';
const LOOKUP_CALL = '**/accounts:lookup*';
const TOKEN_CALL = 'securetoken.googleapis.com/v1/token';
const DIRECTORY = '/api/admin/user-directory/users';

test('asks the server for the user on sign-in; a 403 ends the session [P1.9, P3.2, P4.1, P4.3, P4.4, P6.11, P7.1, P8.4, D-identity-and-access.2]', () => {
  const requests: Request[] = [];
  const userInfo = hold(USER_INFO);
  return withPage(
    async (page) => {
      const alert = page.getByRole('alert').filter({ hasText: 'Access restricted to @studio.example' });
      // An outsider, who may be whitelisted, waits for the server.
      await page.getByRole('button', { name: 'outsider@elsewhere.example' }).click();
      await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);
      userInfo.release();
      await alert.waitFor();

      requests.length = 0;
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

      await answerWith(page, USER_INFO, { status: 403, json: { error: 'No.' } });
      await page.reload();
      await alert.waitFor();
      await page.unroute(USER_INFO);
      await page.reload();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
    },
    {
      arrange: async (page) => {
        await page.context().addCookies([{ name: 'choice', value: 'kept', domain: '127.0.0.1', path: '/' }]);
        page.on('request', (request) => {
          if (request.url().endsWith(USER_INFO)) requests.push(request);
        });
        await userInfo.arrange(page);
      },
      // A request that begins while the session ends has no token.
      expectedErrors: [/403/, /401/],
    },
  );
});

test('a banned, disabled or expired account is signed out [P4.9, P4.22, P6.12, P8.5]', () =>
  withPage(
    async (page) => {
      const signInButton = page.getByRole('button', { name: 'Sign In with Google' });
      const home = page.getByRole('heading', { name: 'Welcome to the product' });
      const banned = page
        .getByRole('alert')
        .filter({ hasText: 'Your account has been banned. Please contact support.' });
      // Any call may have the banned flag.
      await banned.waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      await page.unroute(DIRECTORY);
      await page.goto('/library');
      await banned.waitFor();
      await page.goto('/');

      for (const message of ['USER_DISABLED', 'TOKEN_EXPIRED', 'USER_NOT_FOUND']) {
        await page.getByRole('button', { name: 'artist@studio.example' }).click();
        await home.waitFor();
        expect(await page.getByRole('alert').count()).toBe(0);
        await answerWith(page, LOOKUP_CALL, { status: 400, json: { error: { message } } });
        await page.goto('/tools/stylizer');
        await signInButton.waitFor();
        expect(new URL(page.url()).pathname).toBe('/');
        await page.unroute(LOOKUP_CALL);
        await page.reload();
        await signInButton.waitFor();
        expect(await page.getByRole('alert').textContent()).toBe('Your session has expired. Sign in again.');
      }
    },
    {
      as: 'admin',
      path: '/admin/user-directory',
      arrange: (page) =>
        answerWith(page, DIRECTORY, {
          status: 403,
          json: { error: 'Banned.', code: 'banned', banned: true, requestId: 'r' },
        }),
      // A poll that begins while the session ends has no token.
      expectedErrors: [/403/, /400/, /401/],
    },
  ));

test('shows and requests nothing of the last user until Firebase has confirmed them [P2.13, P4.22]', () => {
  const requests: string[] = [];
  const lookup = hold(LOOKUP_CALL);
  return withPage(
    async (page) => {
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      await answerWith(page, LOOKUP_CALL, { status: 400, json: { error: { message: 'TOKEN_EXPIRED' } } });
      await lookup.arrange(page);
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/') && pathname !== '/api/settings') requests.push(pathname);
      });
      // Until then, the page from before the reload still polls.
      page.once('framenavigated', () => {
        requests.length = 0;
      });
      const asked = page.waitForRequest(LOOKUP_CALL);
      await page.reload();
      await asked;
      await countWhenIdle(() => requests.length);
      expect(requests).toEqual([]);
      // In the empty frame of the shell, with the heading of the page.
      expect(await page.innerText('body')).toMatch(
        /^Welcome to the product\s+Internal Portal \(Beta\)\s+Loading\.\.\.$/,
      );
      expect(await page.getByRole('status').boundingBox()).toMatchObject({ width: 1280, height: 800 });
      expect(await page.getByRole('link').or(page.getByRole('navigation')).count()).toBe(0);
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('artist@studio.example');
      lookup.release();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
    },
    { as: 'artist', expectedErrors: [/400/] },
  );
});

test('a failed logout is logged, and ends on a new sign-in page with a toast [P4.8, P4.10, P8.3]', () =>
  withPage(
    async (page) => {
      const refused: string[] = [];
      page.on('response', (response) => {
        if (response.status() === 401) refused.push(response.url());
      });
      const logged = page.waitForEvent('console', (message) => message.text().includes('Broken.'));
      await page.getByRole('button', { name: 'artist@studio.example' }).click();
      await page.evaluate(() => {
        IDBObjectStore.prototype.delete = () => {
          throw new Error('Broken.');
        };
      });
      await page.getByRole('button', { name: 'Logout' }).click();
      const signInButton = page.getByRole('button', { name: 'Sign In with Google' });
      await signInButton.waitFor();
      await page
        .getByRole('region', { name: /Notification/ })
        .getByText('An error occurred during logout', { exact: true })
        .waitFor();
      expect((await logged).type()).toBe('error');
      expect(new URL(page.url()).pathname).toBe('/');
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.reload();
      await signInButton.waitFor();
      expect(refused).toEqual([]);
    },
    { as: 'artist', path: '/tools/stylizer', expectedErrors: [/Broken\./] },
  ));

test('signs out in all tabs [P4.7]', () =>
  withPage(
    async (page) => {
      const other = await page.context().newPage();
      await other.goto('/');
      await other.getByRole('button', { name: 'artist@studio.example' }).click();
      await other.getByRole('button', { name: 'Logout' }).click();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
    },
    // A poll may be sent at the moment of the sign-out.
    { as: 'artist', expectedErrors: [/401/] },
  ));

test('refreshes the token 5 minutes early, and retries after 30 s, then 60 s [P9.10, P9.11]', async () => {
  const email = newEmail();
  const account = await signIn(email);
  const { token: nextToken } = await signIn(email);
  let requests = 0;
  let answered = 0;
  let isDown = true;
  let answers = Promise.withResolvers<void>();
  await withPage(
    async (page) => {
      const countAfter = async (milliseconds: number) => {
        // A failure while the clock advances would start the next delay too early.
        answers = Promise.withResolvers();
        await page.clock.runFor(milliseconds);
        answers.resolve();
        // The next delay starts with the answer.
        await eventually(() => answered).toBe(requests);
        // Until the page has handled it.
        await page.evaluate(() => fetch('/icon.svg').then((answer) => answer.text()));
        return countWhenIdle(() => requests);
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
      await page.clock.fastForward(54 * MINUTE);
      expect(await countAfter(59_000)).toBe(3);
      expect(await countAfter(1500)).toBe(4);
    },
    {
      as: account,
      arrange: async (page) => {
        await page.clock.install({ time: Date.now() });
        const noteAnswer = (request: Request) => {
          if (request.url().includes(TOKEN_CALL)) answered += 1;
        };
        page.on('requestfinished', noteAnswer);
        page.on('requestfailed', noteAnswer);
        await page.route(`**/${TOKEN_CALL}*`, async (route) => {
          requests += 1;
          await answers.promise;
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
