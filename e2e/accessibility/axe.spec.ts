import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage, type PageOptions } from '../support/browser.ts';
import { answerWithUsers, createUser, DIRECTORY_PAGE, findRow, toast } from '../support/directory.ts';
import { findViolations } from '../support/find-violations.ts';

const users = [
  createUser({ role: 'admin', lastActiveAt: '2026-11-21T11:15:00.000Z' }),
  createUser({ email: 'guest@elsewhere.example', displayName: null, source: 'whitelist-only' }),
];
const directory: PageOptions = {
  as: 'admin',
  path: DIRECTORY_PAGE,
  arrange: (page) => answerWithUsers(page, users),
};
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

const STATES: [string, PageOptions, (page: Page) => Promise<unknown>][] = [
  [
    'the sign-in page after a rejected sign-in',
    { expectedErrors: [/403/] },
    async (page) => {
      await page.getByRole('button', { name: 'outsider@elsewhere.example' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  ['an unknown page, signed out', { path: '/nowhere' }, (page) => heading(page, 'Page Not Found')],
  [
    'home with the account menu',
    { as: 'admin' },
    async (page) => {
      await heading(page, 'Welcome to the product');
      await page.getByRole('button', { name: 'admin@studio.example' }).click();
      await page.getByRole('link', { name: 'Admin Portal' }).waitFor();
    },
  ],
  ['a tool', { as: 'artist', path: '/tools/stylizer' }, (page) => heading(page, 'Stylizer')],
  [
    'the palette',
    { as: 'admin' },
    async (page) => {
      await heading(page, 'Welcome');
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  ],
  [
    'the question before a revocation',
    directory,
    async (page) => {
      await page.getByRole('button', { name: 'Revoke guest@elsewhere.example' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
];

test.each(STATES)(
  '%s: no axe violations, light or dark, on a phone or a desktop',
  (_name, options, prepare) =>
    withPage(async (page) => {
      await prepare(page);
      expect(await findViolations(page)).toEqual([]);
    }, options),
);

test('the user directory under a toast has no axe violations', () =>
  withPage(async (page) => {
    await findRow(page, 'guest@').waitFor();
    const openToast = async () => {
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await toast(page, 'Error').waitFor();
    };
    expect(await findViolations(page, { prepare: openToast })).toEqual([]);
  }, directory));
