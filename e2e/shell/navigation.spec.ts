import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';

const withPage = useBrowser();

const openMenu = (page: Page, email: string) =>
  page.getByRole('button', { name: email, exact: true }).click();
const logout = (page: Page) => page.getByRole('button', { name: 'Logout' });

test('[P2.14, P2.15, P2.16] signed in, a bar has the logo that leads home and the email that opens the menu', () =>
  withPage(
    async (page) => {
      const bar = page.getByRole('navigation', { name: 'Main' });
      await bar.getByRole('link', { name: 'Home' }).click();
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');

      const trigger = bar.getByRole('button', { name: 'artist@studio.example' });
      expect(await trigger.getAttribute('aria-expanded')).toBe('false');
      expect(await logout(page).isVisible()).toBe(false);
      await trigger.click();
      expect(await trigger.getAttribute('aria-expanded')).toBe('true');
      expect(await logout(page).isVisible()).toBe(true);
      await trigger.click();
      expect(await logout(page).isVisible()).toBe(false);
    },
    { as: 'artist', path: '/tools/stylizer' },
  ));

test('[P2.17, P4.11, P9.7] the menu closes 150 ms after the focus has left it, not when it moves inside', () =>
  withPage(
    async (page) => {
      await openMenu(page, 'artist@studio.example');
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
      arrange: (page) => page.clock.install({ time: new Date('2026-11-21T12:00:00Z') }),
    },
  ));

test('[P2.18, P6.9, P6.3] for an admin the menu holds Admin Portal and Logout', () =>
  withPage(
    async (page) => {
      await openMenu(page, 'admin@studio.example');
      const link = page.getByRole('link', { name: 'Admin Portal' });
      expect(await link.getAttribute('href')).toBe('/admin/user-directory');
      await link.click();
      await page.getByRole('heading', { name: 'User Directory' }).waitFor();
      expect(await logout(page).isVisible()).toBe(false);
    },
    { as: 'admin' },
  ));

test('[P2.18, P6.9] for anybody else it holds no Admin Portal', () =>
  withPage(
    async (page) => {
      const answer = page.waitForResponse('**/api/auth/user');
      await page.reload();
      await answer;
      await openMenu(page, 'artist@studio.example');
      await logout(page).waitFor();
      expect(await page.getByRole('link', { name: 'Admin Portal' }).count()).toBe(0);
    },
    { as: 'artist' },
  ));

test('[P4.10] Logout signs out and goes to /, and the next person finds nothing of the last', () =>
  withPage(
    async (page) => {
      await page.getByRole('list', { name: 'Users' }).waitFor();
      await openMenu(page, 'admin@studio.example');
      await logout(page).click();
      await page.getByRole('button', { name: 'Sign In with Google' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');

      await page.getByRole('button', { name: 'admin@studio.example' }).click();
      await page.getByRole('heading', { name: 'Welcome to the product' }).waitFor();
      const asked = page.waitForRequest('**/api/admin/user-directory/users');
      await openMenu(page, 'admin@studio.example');
      await page.getByRole('link', { name: 'Admin Portal' }).click();
      await asked;
    },
    { as: 'admin', path: '/admin/user-directory' },
  ));

test('[P4.10, P4.8, P8.3] a logout that fails is logged, told, and goes to / all the same', () =>
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
    { as: 'artist', path: '/tools/stylizer', expectedErrors: [/The disk is full/] },
  ));

test('the colour scheme follows the system until someone chooses, and the choice stays', () =>
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
