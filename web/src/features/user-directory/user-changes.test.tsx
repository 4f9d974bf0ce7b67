import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectFailureToast, expectToast } from '../../testing/expect-toast.ts';
import {
  chooseOption,
  createUser,
  findRow,
  LIST,
  openDirectory,
  waitForRow,
} from './testing/open-directory.tsx';

const self = createUser('ada@studio.example', { role: 'admin' });
const first = createUser('first@studio.example');
const second = createUser('second@studio.example');
const guest = createUser('guest@elsewhere.example', {
  uid: 'guest@elsewhere.example',
  source: 'whitelist-only',
});
const users = [self, first, second, guest];

const findSelect = ({ email }: { email: string }) => within(findRow(email)).getByRole('combobox');
const listDisabled = () =>
  users.filter((user) => findSelect(user).getAttribute('aria-disabled') === 'true').map(({ uid }) => uid);
const isGone = (email: string) => waitFor(() => expect(screen.queryByTitle(email)).toBeNull());
const fail = (status = 500, body: object = {}) => Response.json(body, { status });

test('an admin cannot change their own role or access [P2.32, D-identity-and-access.10]', async () => {
  openDirectory({ users });
  const own = within(await waitForRow(self.email));
  expect(listDisabled()).toEqual(['ada', guest.uid]);
  expect(own.getByText('Revoke')).toHaveProperty('disabled', true);
  expect(own.getByTitle('You cannot change your own role.')).toBeDefined();
  expect(own.getByTitle('You cannot revoke your own access.')).toBeDefined();
});

test('changes a role, and reads the directory again [P2.32, P4.18, P6.5, P7.5, P7.9, P8.14]', async () => {
  const { user, server, listChanges, countReads } = openDirectory({ users });
  await waitForRow(first.email);
  await user.click(screen.getByRole('combobox', { name: `Role of ${first.email}` }));
  const options = within(screen.getByRole('listbox'));
  expect(options.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['User', 'Admin']);
  server.users = users.map((each) => (each === first ? { ...first, role: 'admin' } : each));
  await user.click(options.getByText('Admin'));
  await expectToast('User role updated successfully');
  expect(listChanges()).toMatchObject([
    { method: 'PATCH', path: `${LIST}/first/role`, body: { role: 'admin' } },
  ]);
  await waitFor(() => expect(countReads()).toBe(2));
  await waitFor(() => expect(findSelect(first).textContent).toBe('Admin'));
});

test('asks before it ends access, and reads the directory again [P2.31, P6.5, P6.8, P7.4, P7.9, P8.14]', async () => {
  const { user, server, listChanges, countReads } = openDirectory({ users });
  await waitForRow(first.email);
  const ask = () => user.click(screen.getByLabelText(`Revoke ${first.email}`));
  await ask();
  const dialog = within(screen.getByRole('dialog', { name: 'Revoke access?' }));
  expect(dialog.getByText(/^first@studio\.example will be signed out, the account deleted/)).toBeDefined();
  await user.click(dialog.getByText('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(findRow(first.email)).toBeDefined();
  expect(listChanges()).toEqual([]);

  await ask();
  server.users = users.filter((each) => each !== first);
  await user.click(screen.getByText('Revoke access'));
  await expectToast('User access revoked successfully');
  expect(listChanges()).toMatchObject([{ method: 'DELETE', path: `${LIST}/first`, body: undefined }]);
  await waitFor(() => expect(countReads()).toBe(2));
  await isGone(first.email);
});

test('changes roles at once, and rolls back what the server rejects [P4.19, P5.7, P7.20, P8.10]', async () => {
  const { user, server } = openDirectory({ users });
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()] as const;
  const sent = answers.values();
  server.change = () => sent.next().value?.promise ?? fail();
  await waitForRow(first.email);
  for (const each of [first, second]) {
    await chooseOption(user, `Role of ${each.email}`, 'Admin');
    await waitFor(() => expect(findSelect(each).textContent).toBe('Admin'));
  }
  expect(listDisabled()).toEqual(['ada', 'first', 'second', guest.uid]);
  for (const answer of answers) {
    answer.resolve(fail());
    await expectFailureToast();
  }
  for (const each of [first, second]) await waitFor(() => expect(findSelect(each).textContent).toBe('User'));
  await waitFor(() => expect(listDisabled()).toEqual(['ada', guest.uid]));
});

test('says why the last admin stays one [D-identity-and-access.10]', async () => {
  const lastAdmin = createUser('last@studio.example', { role: 'admin' });
  const { user, server } = openDirectory({ users: [lastAdmin] });
  const reason = 'The last admin cannot be demoted. Make someone else an admin first.';
  server.change = () => fail(409, { error: reason, code: 'conflict', requestId: 'r' });
  await waitForRow(lastAdmin.email);
  await chooseOption(user, `Role of ${lastAdmin.email}`, 'User');
  await expectToast('Error', { description: reason, isDestructive: true });
  expect(findSelect(lastAdmin).textContent).toBe('Admin');
});

test('ends access at once, and rolls back what the server rejects [P7.20, P8.10]', async () => {
  const { user, server } = openDirectory({ users });
  const answer = Promise.withResolvers<Response>();
  server.change = () => answer.promise;
  await waitForRow(first.email);
  await user.click(screen.getByLabelText(`Revoke ${first.email}`));
  await user.click(screen.getByText('Revoke access'));
  await isGone(first.email);
  // It comes back before the server lists it again.
  server.list = () => new Promise(() => {});
  answer.resolve(fail());
  await expectFailureToast();
  await waitForRow(first.email);
});

const findLimit = ({ email }: { email: string }) =>
  screen.getByRole('button', { name: new RegExp(`^Monthly limit of ${email}`) });
const findLimitDialog = () => within(screen.getByRole('dialog', { name: 'Monthly limit' }));

test('gives a person a limit of their own, which the directory shows', async () => {
  const { user, server, listChanges } = openDirectory({ users });
  await waitForRow(first.email);
  expect(findLimit(first).textContent).toBe('No limit');
  expect(within(findRow(first.email)).getByText('$0.00')).toBeDefined();
  await user.click(findLimit(first));
  const dialog = findLimitDialog();
  expect(dialog.getByText('Default: no limit. Change it in Settings.')).toBeDefined();
  expect(dialog.getByLabelText('Default')).toHaveProperty('checked', true);
  await user.click(dialog.getByRole('radio', { name: 'Limit' }));
  const dollars = dialog.getByLabelText('Dollars per month');
  for (const wrong of ['', 'ten', '-1', '1000001']) {
    fireEvent.change(dollars, { target: { value: wrong } });
    await user.type(dollars, '{Enter}');
    await dialog.findByText('Enter an amount from $0 to $1,000,000');
    expect(listChanges()).toEqual([]);
  }
  fireEvent.change(dollars, { target: { value: '12.5' } });
  server.users = [{ ...first, ownLimit: 12.5 }];
  await user.type(dollars, '{Enter}');
  await expectToast('Limit saved');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(listChanges()).toMatchObject([
    { method: 'PUT', path: `${LIST}/first/limit`, body: { ownLimit: 12.5 } },
  ]);
  expect(findLimit(first).textContent).toBe('of $12.50');
});

test('takes a limit from a person, or gives back that of everyone', async () => {
  const limited = { ...first, ownLimit: 12.5 };
  const { user, server, listChanges } = openDirectory({ users: [limited], defaultLimit: 30 });
  await waitForRow(first.email);
  for (const [choice, ownLimit, words] of [
    ['No limit', null, 'No limit'],
    ['Default', undefined, 'of $30.00'],
  ] as const) {
    await user.click(findLimit(first));
    const dialog = findLimitDialog();
    expect(dialog.getByText('Default: $30.00. Change it in Settings.')).toBeDefined();
    await user.click(dialog.getByLabelText(choice));
    server.users = [{ ...first, ownLimit }];
    await user.click(dialog.getByText('Save limit'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(findLimit(first).textContent).toBe(words));
  }
  expect(listChanges().map(({ body }) => body)).toEqual([{ ownLimit: null }, {}]);
});

test('an open limit shows its amount', async () => {
  const { user } = openDirectory({ users: [{ ...first, ownLimit: 12.5 }] });
  await waitForRow(first.email);
  await user.click(findLimit(first));
  expect(findLimitDialog().getByLabelText('Dollars per month')).toHaveProperty('value', '12.5');
});
