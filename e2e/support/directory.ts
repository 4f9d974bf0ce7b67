import type { DirectoryUser } from '@portal/contracts/directory';
import { createDirectoryUser } from '@portal/contracts/examples/directory';
import type { Locator, Page } from 'playwright-core';
import { answerWith } from './routes.ts';

export const DIRECTORY_PAGE = '/admin/user-directory';
const DIRECTORY_CALL = '/api/admin/user-directory/users';

let people = 0;
export function createUser(overrides: Partial<DirectoryUser> = {}): DirectoryUser {
  people += 1;
  return createDirectoryUser(`someone-${people}@studio.example`, {
    uid: `uid-${people}`,
    displayName: `Someone ${people}`,
    ...overrides,
  });
}

/** Mocks the directory. */
export const answerWithUsers = (
  page: Page,
  users: readonly DirectoryUser[],
  firebaseAvailable = true,
  defaultLimit: number | null = null,
) =>
  answerWith(page, DIRECTORY_CALL, {
    json: { data: { users, totalUsers: users.length, defaultLimit, firebaseAvailable } },
  });

export const findUsers = (page: Page): Locator => page.getByRole('table', { name: 'Users' });
export const findRow = (page: Page, email: string): Locator =>
  findUsers(page).getByRole('row').filter({ hasText: email });

/** Selects an option of a filter, or of a MUI select, which opens a listbox. */
export async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  const select = page.getByRole('combobox', { name: label, exact: true });
  if (await select.evaluate((element) => element.tagName === 'SELECT')) {
    await select.selectOption({ label: option });
    return;
  }
  await select.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Adds the typed email. On a phone, the form is behind a button. */
export async function pressAdd(page: Page): Promise<void> {
  const closed = page.getByRole('button', { name: 'Add or filter', expanded: false });
  if (await closed.isVisible()) await closed.click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

/** Brings a row into the rendered part of the list. */
export const search = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Search' }).fill(text);

export const toast = (page: Page, text: string): Locator =>
  page
    .getByRole('region', { name: /Notification/ })
    .getByRole('listitem')
    .filter({ hasText: text });

export const GENERIC_FAILURE = 'A problem occurred, please try again.';
