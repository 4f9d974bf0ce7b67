import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { answerWith, hold } from '../support/routes.ts';

test('shows visitors a spinner, then one button, with few scripts and no navigation [P1.3, P2.1, P2.13, P2.14, P4.1, P4.2, P6.1]', () => {
  const settings = hold('/api/settings');
  const scripts: Response[] = [];
  return withPage(
    async (page) => {
      // Full-screen, until Firebase reports who is signed in.
      const spinner = page.getByRole('status');
      await spinner.waitFor();
      expect(await spinner.textContent()).toBe('Loading...');
      // React replaces it with its own.
      await expect.poll(() => spinner.boundingBox()).toMatchObject({ width: 1280, height: 800 });
      settings.release();

      await page.getByRole('heading', { name: 'Internal Portal', level: 1 }).waitFor();
      expect(await spinner.count()).toBe(0);
      expect(await page.title()).toBe('Internal Portal');
      const main = page.getByRole('main');
      expect(await main.locator('> div > button').allTextContents()).toEqual(['Sign In with Google']);
      expect(await page.getByRole('button', { name: 'Sign In with Google' }).isEnabled()).toBe(true);
      expect(await page.getByRole('navigation').count()).toBe(0);
      expect(await page.getByRole('alert').count()).toBe(0);

      // At most 200 kB, none from behind the sign-in.
      await page.getByRole('button', { name: 'artist@studio.example' }).waitFor();
      await page.waitForLoadState('networkidle');
      const codes = await Promise.all(scripts.map((script) => script.text()));
      expect(codes.reduce((sum, code) => sum + gzipSync(code).length, 0)).toBeLessThan(200_000);
      const downloaded = codes.join('\n');
      expect(downloaded).toContain('Internal Portal');
      for (const behind of ['User Directory', 'Welcome to', 'Whitelist', 'Launch'])
        expect(downloaded).not.toContain(behind);

      // Without its settings, the portal cannot start.
      await answerWith(page, '/api/settings', { status: 503 });
      await page.reload();
      await page
        .getByRole('alert')
        .filter({ hasText: 'Server temporarily unavailable. Please try again later.' })
        .waitFor();
      await page.unroute('/api/settings');
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
    },
    {
      expectedErrors: [/503/, /ApiFailure|Error/],
      arrange: async (page) => {
        await settings.arrange(page);
        page.on('response', (response) => {
          if (response.url().endsWith('.js')) scripts.push(response);
        });
      },
    },
  );
});

const UNKNOWN_PATHS = ['/anything', '/admin/user-directory'] as const;

test('other paths are not found for visitors, with a link home [P2.2, P6.1]', () =>
  withPage(
    async (page) => {
      for (const path of UNKNOWN_PATHS) {
        if (path !== UNKNOWN_PATHS[0]) await page.goto(path);
        await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
        expect(await page.title(), path).toBe('Page Not Found');
        expect(await page.getByRole('navigation').count(), path).toBe(0);
        const home = page.getByRole('link', { name: 'Return Home' });
        expect(await home.getAttribute('href'), path).toBe('/');
      }
      await page.getByRole('link', { name: 'Return Home' }).click();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
    },
    { path: UNKNOWN_PATHS[0] },
  ));

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
