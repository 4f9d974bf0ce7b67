import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { answerWithUsers, createUser, DIRECTORY_PAGE, findRow, toast } from '../support/directory.ts';
import { findViolations } from '../support/find-violations.ts';
import { navigate } from '../support/navigate.ts';

const users = [
  createUser({ role: 'admin', lastActiveAt: '2026-11-21T11:15:00.000Z' }),
  createUser({ email: 'guest@elsewhere.example', displayName: null, source: 'whitelist-only' }),
  createUser({ email: 'stray@elsewhere.example', isWhitelisted: false }),
];
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

test('signed-out pages have no axe violations, light or dark, on a phone or a desktop', () =>
  withPage(
    async (page) => {
      await heading(page, 'Page Not Found');
      expect(await findViolations(page), 'an unknown page').toEqual([]);

      await page.getByRole('link', { name: 'Return Home' }).click();
      await page.getByRole('button', { name: 'outsider@elsewhere.example' }).click();
      await page.getByRole('alert').waitFor();
      expect(await findViolations(page), 'the sign-in page after a rejected sign-in').toEqual([]);
    },
    { path: '/nowhere', expectedErrors: [/403/] },
  ));

test('signed-in pages have no axe violations, light or dark, on a phone or a desktop', () =>
  withPage(
    async (page) => {
      const check = async (state: string, prepare?: () => Promise<unknown>) =>
        expect(await findViolations(page, { ...(prepare && { prepare }) }), state).toEqual([]);
      const dialog = page.getByRole('dialog');

      await heading(page, 'Welcome to the product');
      await page.getByRole('button', { name: 'admin@studio.example' }).click();
      await page.getByRole('link', { name: 'Admin Portal' }).waitFor();
      await check('home with the account menu');

      await navigate(page, '/tools/stylizer');
      await heading(page, 'Stylizer');
      await check('a tool');

      await navigate(page, DIRECTORY_PAGE);
      await findRow(page, 'guest@').waitFor();
      await check('the user directory under a toast', async () => {
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await toast(page, 'Error').waitFor();
      });
      await page.getByRole('button', { name: 'Revoke guest@elsewhere.example' }).click();
      await dialog.waitFor();
      await check('the question before a revocation');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Invite guest@elsewhere.example' }).click();
      await dialog.waitFor();
      await check('an invitation');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });

      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
      await check('the palette');
    },
    { as: 'admin', arrange: (page) => answerWithUsers(page, users) },
  ));
