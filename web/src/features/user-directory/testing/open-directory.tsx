/** The page of the directory, for tests. */
import {
  listDirectory,
  whitelistEmail,
  type Directory,
  type DirectoryUser,
} from '@portal/contracts/directory';
import { createDirectoryUser } from '@portal/contracts/examples/directory';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { answerByPath } from '../../../testing/answer-by-path.ts';
import { openPart } from '../../../testing/open-part.tsx';
import { UserDirectoryPage } from '../user-directory-page.tsx';

export const LIST = listDirectory.path;
export const WHITELIST = whitelistEmail.path;

export const createUser = (email: string, overrides: Partial<DirectoryUser> = {}): DirectoryUser =>
  createDirectoryUser(email, {
    uid: email.replace(/@.*/, ''),
    displayName: `Name of ${email}`,
    ...overrides,
  });

interface Options extends Partial<Directory['data']> {
  path?: string;
}

/** Opens the page as an admin. `server` is what the next requests get. */
export function openDirectory({ path = '/', users = [], ...data }: Options = {}) {
  const server = {
    users,
    list: (): Response | Promise<Response> =>
      Response.json({
        data: {
          defaultLimit: null,
          firebaseAvailable: true,
          ...data,
          users: server.users,
          totalUsers: server.users.length,
        },
      }),
    change: (): Response | Promise<Response> => Response.json({ success: true }),
  };
  const requests = answerByPath(({ method }) => (method === 'GET' ? server.list() : server.change()));
  const user = openPart(<UserDirectoryPage />, { path, role: 'admin' });
  return {
    user,
    server,
    countReads: () => requests.filter(({ method }) => method === 'GET').length,
    listChanges: () => requests.filter(({ method }) => method !== 'GET'),
  };
}

/** The row of a user who is shown. */
export function findRow(email: string): HTMLElement {
  const row = within(screen.getByLabelText('Users')).getByTitle(email).closest('tr');
  if (!row) throw new Error(`${email} has no row.`);
  return row;
}

export const waitForRow = (email: string) => waitFor(() => findRow(email));

export const listEmails = (): (string | null)[] =>
  [...document.querySelectorAll('tbody th p:first-child')].map(({ textContent }) => textContent);

export const expectEmails = (...emails: string[]) => waitFor(() => expect(listEmails()).toEqual(emails));

/** Selects an option of a filter, or of a MUI select, which opens a listbox. */
export async function chooseOption(user: UserEvent, label: string, option: string): Promise<void> {
  const select = screen.getByRole('combobox', { name: label });
  if (select.tagName === 'SELECT') return user.selectOptions(select, option);
  await user.click(select);
  await user.click(within(screen.getByRole('listbox')).getByText(option));
}
