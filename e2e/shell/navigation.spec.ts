import type { LibraryBatch } from '@portal/contracts/library';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { DESKTOP, PHONE } from '../support/launch-browser.ts';
import { answerWith, hold } from '../support/routes.ts';

const openMenu = (page: Page, email: string) =>
  page.getByRole('button', { name: email, exact: true }).click();
const rail = (page: Page) => page.getByRole('navigation', { name: 'Tools and Library' });
const findCurrent = (page: Page) => rail(page).locator('[aria-current=page] .rail-label').allInnerTexts();
const measureEdge = async (page: Page) => (await page.getByRole('heading', { level: 1 }).boundingBox())?.x;
const logout = (page: Page) => page.getByRole('button', { name: 'Logout' });

test('shows a bar with the logo link and the email that opens the menu [P2.14, P2.15, P2.16, P2.17, P2.18, P4.11, P6.9, P9.7]', () => {
  let userInfo: Promise<unknown> | undefined;
  return withPage(
    async (page) => {
      const bar = page.getByRole('navigation', { name: 'Main' });
      await bar.getByRole('link', { name: 'Home' }).click();
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');

      await userInfo;
      const trigger = bar.getByRole('button', { name: 'artist@studio.example' });
      expect(await trigger.getAttribute('aria-expanded')).toBe('false');
      expect(await logout(page).isVisible()).toBe(false);
      await trigger.click();
      expect(await trigger.getAttribute('aria-expanded')).toBe('true');
      expect(await logout(page).isVisible()).toBe(true);
      expect(await page.getByRole('link', { name: 'Admin Portal' }).count()).toBe(0);
      await trigger.click();
      expect(await logout(page).isVisible()).toBe(false);

      // The menu closes 150 ms after the focus has left it.
      await trigger.click();
      await page.clock.pauseAt(new Date('2026-11-21T13:00:00Z'));
      await page.keyboard.press('Tab');
      await page.clock.runFor(1000);
      expect(await logout(page).isVisible()).toBe(true);
      await page.getByRole('link', { name: 'Home' }).focus();
      await page.clock.runFor(149);
      expect(await logout(page).isVisible()).toBe(true);
      await page.clock.runFor(1);
      await logout(page).waitFor({ state: 'hidden' });
    },
    {
      as: 'artist',
      path: '/tools/stylizer',
      arrange: async (page) => {
        await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') });
        userInfo = page.waitForResponse('**/api/auth/user');
      },
    },
  );
});

test('an admin opens the Admin Portal; Logout leaves nothing for the next person [P2.18, P4.10, P6.3, P6.9]', () =>
  withPage(
    async (page) => {
      const users = page.getByRole('table', { name: 'Users' });
      const link = page.getByRole('link', { name: 'Admin Portal' });
      await openMenu(page, 'admin@studio.example');
      expect(await link.getAttribute('href')).toBe('/admin/user-directory');
      await link.click();
      await page.getByRole('heading', { name: 'User Directory' }).waitFor();
      expect(await logout(page).isVisible()).toBe(false);
      await users.waitFor();

      await openMenu(page, 'admin@studio.example');
      await logout(page).click();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      await page.getByRole('button', { name: 'admin@studio.example' }).click();
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      const asked = page.waitForRequest('**/api/admin/user-directory/users');
      await openMenu(page, 'admin@studio.example');
      await link.click();
      await asked;
    },
    { as: 'admin' },
  ));

test('the rail leads to each tool, the Library and Admin, and can be collapsed', () =>
  withPage(
    async (page) => {
      const links = rail(page).getByRole('link');
      await rail(page).getByRole('link', { name: 'Admin' }).waitFor();
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
        '/tools/bulk-image-generator',
        '/tools/upscale-enhancement',
        '/tools/keyword-generator',
        '/tools/stylizer',
        '/jobs',
        '/library',
        '/admin',
      ]);
      expect(await findCurrent(page)).toEqual([]);
      const edge = await measureEdge(page);
      for (const [name, current] of [
        ['Keyword Generator', 'Keyword Generator'],
        ['Upscale & Enhancement', 'Upscale & Enhancement'],
      ] as const) {
        await links.filter({ hasText: name }).click();
        await page.getByRole('heading', { name, level: 1 }).waitFor();
        expect(await findCurrent(page)).toEqual([current]);
        expect(await measureEdge(page), name).toBe(edge);
      }
      await rail(page).getByRole('link', { name: 'Admin' }).click();
      await page.getByRole('heading', { name: 'User Directory', level: 1 }).waitFor();
      expect(await findCurrent(page)).toEqual(['Admin']);

      await rail(page).getByRole('button', { name: 'Collapse navigation' }).click();
      await rail(page).getByRole('button', { name: 'Expand navigation' }).waitFor();
      const expectNarrow = async () => {
        await expect.poll(async () => (await rail(page).boundingBox())?.width).toBeLessThan(80);
        await rail(page).getByRole('link', { name: 'Generate', exact: true }).waitFor();
      };
      await expectNarrow();
      await page.reload();
      await rail(page).getByRole('button', { name: 'Expand navigation' }).waitFor();
      await expectNarrow();

      await openMenu(page, 'admin@studio.example');
      await page.getByRole('link', { name: 'API Management' }).click();
      await page.getByRole('heading', { name: 'API Management', level: 1 }).waitFor();
    },
    { as: 'admin', viewport: { width: 1600, height: 900 } },
  ));

test('a phone shows tools, Library and running batches at the bottom', () =>
  withPage(
    async (page) => {
      await rail(page).getByRole('img', { name: '2 running' }).waitFor();
      expect(await rail(page).getByRole('link').allInnerTexts()).toEqual([
        'Generate',
        'Upscale\n2',
        'Keywords',
        'Stylizer',
        'Jobs',
        'Library',
      ]);
      const { y = 0, height = 0 } = (await rail(page).boundingBox()) ?? {};
      expect(y + height).toBe(PHONE.height);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
    },
    {
      as: 'admin',
      viewport: PHONE,
      path: '/tools/upscale-enhancement',
      arrange: async (page) => {
        const batch = {
          id: 'running',
          tool: 'upscale',
          name: 'Red fox',
          prompt: null,
          provider: null,
          model: null,
          status: 'processing',
          createdAt: new Date().toISOString(),
          expiresAt: new Date(Date.now() + 60 * 60 * 1000).toISOString(),
          endedAt: null,
          cancelledAt: null,
          filesDeleted: false,
          total: 4,
          doneCount: 1,
          failedCount: 0,
          cost: 0,
          estimate: 0,
          pictures: [],
        } satisfies LibraryBatch;
        const batches = [batch, { ...batch, id: 'queued', status: 'pending' }];
        await answerWith(page, '/api/library', { json: { batches, next: null } });
      },
    },
  ));

// Home then loads its lists without a token.
test('logs a failed logout, shows a toast and goes to / anyway [P4.10, P4.8, P8.3]', () =>
  withPage(
    async (page) => {
      await openMenu(page, 'artist@studio.example');
      await page.evaluate(() => {
        IDBObjectStore.prototype.delete = () => {
          throw new Error('The disk is full.');
        };
      });
      const logged = page.waitForEvent('console', (message) => message.type() === 'error');
      await logout(page).click();
      expect((await logged).text()).toContain('The disk is full.');
      await page.getByText('An error occurred during logout', { exact: true }).waitFor();
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
    },
    { as: 'artist', path: '/tools/stylizer', expectedErrors: [/The disk is full/, /401/] },
  ));

test('follows the system color scheme until one is chosen, and keeps the choice', () =>
  withPage(
    async (page) => {
      const scheme = () => page.locator('html').getAttribute('data-scheme');
      await openMenu(page, 'artist@studio.example');
      expect(await scheme()).toBe('dark');
      await page.getByRole('button', { name: 'Light' }).click();
      expect(await scheme()).toBe('light');
      await page.reload();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      expect(await scheme()).toBe('light');
      await openMenu(page, 'artist@studio.example');
      expect(await page.getByRole('button', { name: 'Light' }).getAttribute('aria-pressed')).toBe('true');
    },
    { as: 'artist', colorScheme: 'dark' },
  ));

test.each([
  { viewport: DESKTOP, path: '/', heading: 'Welcome to the product' },
  { viewport: PHONE, path: '/tools/bulk-image-generator', heading: 'Bulk Image Generator' },
])('shows the top of $path before any script, in the chosen colors and at its place', (options) => {
  const scripts = hold('**/assets/*.js');
  return withPage(
    async (page) => {
      const heading = page.getByRole('heading', { name: options.heading });
      await heading.waitFor();
      await page.evaluate(() => localStorage.setItem('mui-mode', 'dark'));
      await scripts.arrange(page);
      await page.reload({ waitUntil: 'commit' });
      // Only what is loading is announced.
      await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
      expect(await heading.count()).toBe(0);
      const before = await describeTop(page);
      expect(before.texts).toContain('artist@studio.example');
      expect(before.texts).toContain(options.heading);
      expect(before.colors).toEqual(['rgb(15, 18, 18)', 'rgb(236, 238, 238)']);
      scripts.release();
      await heading.waitFor();
      expect(await page.locator('#first-page').count()).toBe(0);
      expect(await describeTop(page)).toEqual(before);
    },
    { as: 'artist', ...options },
  );
});

/** What the page shows at the top, where, and in which colors. */
const describeTop = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.load('600 28px "Geist Variable"');
    const find = (selector: string) => [...document.querySelectorAll(selector)];
    const { backgroundColor, color } = getComputedStyle(document.body);
    return {
      texts: find('.account-email, .rail-label, .rail-short, .page-title, .page-subtitle').map(
        (part) => part.textContent,
      ),
      places: find(
        '.shell-header, .wordmark, .palette-hint, .account-email, .rail, .rail *, .page-title, .page-subtitle',
      ).map((part) => JSON.stringify(part.getBoundingClientRect())),
      colors: [backgroundColor, color],
    };
  });
