import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { answerWith, hold } from '../support/routes.ts';

test('shows visitors the sign-in page with one button and no navigation [P2.1, P1.3, P6.1, P2.14]', () =>
  withPage(async (page) => {
    await page.getByRole('heading', { name: 'Internal Portal', level: 1 }).waitFor();
    expect(await page.title()).toBe('Internal Portal');
    const main = page.getByRole('main');
    expect(await main.locator('> div > button').allTextContents()).toEqual(['Sign In with Google']);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  }));

test('shows a full-screen spinner until Firebase reports who is signed in [P2.13, P4.1, P4.2]', () =>
  withPage(
    async (page) => {
      const spinner = page.getByRole('status');
      await spinner.waitFor();
      expect(await spinner.textContent()).toBe('Loading...');
      const box = await spinner.boundingBox();
      expect(box).toMatchObject({ width: 1280, height: 800 });
      settings.release();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
      expect(await spinner.count()).toBe(0);
    },
    { arrange: (page) => settings.arrange(page) },
  ));
const settings = hold('/api/settings');

test.each(['/anything', '/admin/user-directory'])(
  '%s is not found for a visitor, with a link home [P2.2, P6.1]',
  (path) =>
    withPage(
      async (page) => {
        await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
        expect(await page.title()).toBe('Page Not Found');
        expect(await page.getByRole('navigation').count()).toBe(0);
        const home = page.getByRole('link', { name: 'Return Home' });
        expect(await home.getAttribute('href')).toBe('/');
        await home.click();
        await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
      },
      { path },
    ),
);

test('a visitor downloads at most 200 kB of scripts, none from behind the sign-in [P1.3]', () => {
  const scripts: Promise<string>[] = [];
  return withPage(
    async (page) => {
      await page.getByRole('button', { name: 'artist@studio.example' }).waitFor();
      await page.waitForLoadState('networkidle');
      const codes = await Promise.all(scripts);
      expect(codes.reduce((sum, code) => sum + gzipSync(code).length, 0)).toBeLessThan(200_000);
      const downloaded = codes.join('\n');
      expect(downloaded).toContain('Internal Portal');
      for (const behind of ['User Directory', 'Welcome to', 'Whitelist', 'Launch'])
        expect(downloaded).not.toContain(behind);
    },
    {
      arrange: async (page) => {
        page.on('response', (response) => {
          if (response.url().endsWith('.js')) scripts.push(response.text());
        });
      },
    },
  );
});

test("shows the provider, the product and the domain of the server's settings [D-names-and-settings.3]", () =>
  withPage(
    async (page) => {
      await page.getByRole('button', { name: 'Sign In with Studio ID' }).waitFor();
      await page.getByRole('button', { name: 'outsider@elsewhere.example' }).click();
      await page
        .getByRole('alert')
        .filter({
          hasText: 'Access restricted to @pictures.example email addresses and whitelisted accounts only.',
        })
        .waitFor();
    },
    {
      arrange: (page) =>
        page.route('/api/settings', async (route) => {
          const settings = await (await route.fetch()).json();
          const changed = { signInProviderName: 'Studio ID', companyDomain: 'pictures.example' };
          await route.fulfill({ json: { ...settings, ...changed } });
        }),
      expectedErrors: [/403/],
    },
  ));

test.each([
  ['[P8.6, T8.1.2]', 503, 'Server temporarily unavailable. Please try again later.'],
  ['[P8.7, T8.1.3]', 403, 'Access denied. Please check your permissions.'],
  ['[P8.8, T8.1.4]', 401, 'Please log in to continue.'],
  ['[P8.9, T8.1.5]', 418, 'Something went wrong. Please try again.'],
])('%s a portal that cannot start (status %i) shows: %s', (_references, status, text) =>
  withPage(
    async (page) => {
      expect(await page.getByRole('alert').textContent()).toContain(text);
      await page.unroute('/api/settings');
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
    },
    {
      arrange: (page) => answerWith(page, '/api/settings', { status }),
      expectedErrors: [new RegExp(`${status}`), /ApiFailure|Error/],
    },
  ),
);
