import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';

const openMenu = (page: Page, email: string) =>
  page.getByRole('button', { name: email, exact: true }).click();
const logout = (page: Page) => page.getByRole('button', { name: 'Logout' });

test('shows a bar with the logo link and the email that opens the menu [P2.14, P2.15, P2.16]', () =>
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

test('closes the menu 150 ms after the focus has left it [P2.17, P4.11, P9.7]', () =>
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

test('shows Admin Portal and Logout to an admin [P2.18, P6.9, P6.3]', () =>
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

test('hides Admin Portal from others [P2.18, P6.9]', () =>
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

test('Logout goes to / and leaves nothing for the next person [P4.10]', () =>
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
    { as: 'artist', path: '/tools/stylizer', expectedErrors: [/The disk is full/] },
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
