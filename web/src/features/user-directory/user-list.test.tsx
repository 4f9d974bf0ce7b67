import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readLocation } from '../../testing/open-part.tsx';
import {
  chooseOption,
  createUser,
  expectEmails,
  findRow,
  listEmails,
  openDirectory,
  waitForRow,
} from './testing/open-directory.tsx';

const robin = createUser('robin@studio.example', {
  displayName: 'Robin Vries',
  role: 'admin',
  photoURL: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
  lastActiveAt: '2026-11-21T11:15:00.000Z',
});
const guest = createUser('guest@elsewhere.example', { displayName: null, source: 'whitelist-only' });
const stray = createUser('stray@elsewhere.example', {
  displayName: 'Sam Stray',
  access: 'not-allowed',
  isWhitelisted: false,
});
const users = [robin, guest, stray];

test('counts and describes the users, whom it fetches once [P2.29, P2.30, P2.32, P3.4, P7.17]', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z'), shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { countReads } = openDirectory({ users });
  await screen.findByText('3 users');
  expect(screen.getByRole('form', { name: 'Whitelist' })).toBeDefined();

  const row = await waitForRow(robin.email);
  for (const text of ['Robin Vries', 'Allowed', 'Whitelisted · has signed in', '45 min ago'])
    expect(within(row).getByText(text)).toBeDefined();
  expect(row.querySelector('img')?.getAttribute('src')).toBe(robin.photoURL);
  expect(within(row).getByRole('combobox').textContent).toBe('Admin');
  fireEvent.mouseOver(within(row).getByText('45 min ago'));
  expect((await screen.findByRole('tooltip')).textContent).toContain('Nov 21, 2026');

  const guestRow = within(findRow(guest.email));
  for (const text of ['No name', 'Allowed', 'Whitelisted · not signed in yet', 'Never active'])
    expect(guestRow.getByText(text)).toBeDefined();
  expect(guestRow.getByTitle('whitelist-only')).toBeDefined();
  const strayRow = within(findRow(stray.email));
  for (const text of ['Not allowed', 'Not whitelisted · has signed in'])
    expect(strayRow.getByText(text)).toBeDefined();
  expect(strayRow.getByTitle('firebase')).toBeDefined();
  for (const { email } of users) expect(screen.getByLabelText(`Revoke ${email}`)).toBeDefined();

  await vi.advanceTimersByTimeAsync(120_000);
  expect(countReads()).toBe(1);
});

test('searches and sorts the users [P2.29, P2.30]', async () => {
  const { user } = openDirectory({ users });
  await waitForRow(robin.email);
  expect(listEmails()).toEqual([guest.email, robin.email, stray.email]);
  const findHeading = (name: string) => screen.getByText(name, { selector: 'th *' });
  const readSort = (name: string) => findHeading(name).closest('th')?.getAttribute('aria-sort');
  await user.click(findHeading('Role'));
  await expectEmails(robin.email, guest.email, stray.email);
  expect(readSort('Role')).toBe('ascending');
  await user.click(findHeading('Role'));
  await expectEmails(guest.email, stray.email, robin.email);
  expect(readSort('Role')).toBe('descending');
  expect(readSort('Email')).toBeNull();

  const search = screen.getByLabelText('Search');
  fireEvent.change(search, { target: { value: 'elsewhere SAM' } });
  await expectEmails(stray.email);
  fireEvent.change(search, { target: { value: 'nobody at all' } });
  await screen.findByText('No email or name contains “nobody at all”.');
});

const UNAVAILABLE = 'Firebase Admin SDK is not available. Check your configuration.';

test('shows a loading, then a failed directory, and loads it again [P2.33, P7.17, P7.19, P8.12]', async () => {
  const { user, server, countReads } = openDirectory();
  const failure = Promise.withResolvers<Response>();
  const { list } = server;
  server.list = () => failure.promise;
  const isLoading = () => screen.queryByLabelText('Loading users') !== null;
  expect(isLoading()).toBe(true);
  failure.resolve(new Response('{}', { status: 500, statusText: 'Internal Server Error' }));
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('Failed to load user directory: 500: Internal Server Error')).toBeDefined();
  expect(isLoading()).toBe(false);
  expect(countReads()).toBe(1);

  Object.assign(server, { list, users: [robin] });
  await user.click(screen.getByText('Try again'));
  await waitForRow(robin.email);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(isLoading()).toBe(false);
});

test('without accounts, the directory shows the whitelist [P3.5]', async () => {
  openDirectory({ users: [guest], firebaseAvailable: false });
  await waitForRow(guest.email);
  expect(screen.getByRole('alert').textContent).toBe(`${UNAVAILABLE} Only the whitelist is shown.`);
});

test.each([
  [true, 'No users have signed up yet or Firebase may be unreachable.'],
  [false, UNAVAILABLE],
])('an empty directory says why it may be empty: %s [P2.33]', async (firebaseAvailable, text) => {
  openDirectory({ firebaseAvailable });
  await screen.findByText(text);
  expect(screen.getByText('0 users')).toBeDefined();
  expect(screen.queryByLabelText('Users')).toBeNull();
});

test('says who cannot use the portal, and filters by it', async () => {
  const refused = [
    ['banned', 'Banned', false],
    ['not-verified', 'Email not verified', true],
    ['disabled', 'Disabled', true],
  ] as const;
  const makeEmail = (access: string) => `${access}@studio.example`;
  const { user } = openDirectory({
    users: [
      robin,
      ...refused.map(([access, , isWhitelisted]) => createUser(makeEmail(access), { access, isWhitelisted })),
    ],
  });
  await waitForRow(robin.email);
  for (const [access, word, isWhitelisted] of refused) {
    const email = makeEmail(access);
    const row = within(findRow(email));
    expect(row.getByText(word)).toBeDefined();
    expect(row.queryByText('Allowed')).toBeNull();
    // Adding the email to the whitelist helps only who is not on it.
    expect(row.queryByLabelText(`Allow ${email}`) === null).toBe(isWhitelisted);
  }
  for (const [access, word] of refused) {
    await chooseOption(user, 'Status', word);
    await expectEmails(makeEmail(access));
  }
  await chooseOption(user, 'Status', 'Allowed');
  await expectEmails(robin.email);
});

test('filters, and keeps filters and order in the URL', async () => {
  const { user } = openDirectory({ users, path: '/?status=allowed&sort=active' });
  await waitForRow(robin.email);
  expect(screen.getByText('2 of 3 users')).toBeDefined();
  expect(listEmails()).toEqual([robin.email, guest.email]);
  await chooseOption(user, 'Role', 'User');
  await expectEmails(guest.email);
  await chooseOption(user, 'Status', 'Not allowed');
  await expectEmails(stray.email);
  expect(readLocation()).toBe('/?role=user&status=not-allowed&sort=active');
  await chooseOption(user, 'Role', 'Admin');
  await screen.findByText('No user matches the search and the filters.');
  await user.click(screen.getByText('Clear filters'));
  await expectEmails(robin.email, guest.email, stray.email);
  expect(readLocation()).toBe('/?sort=active');
  await chooseOption(user, 'Sort by', 'Name');
  await expectEmails(guest.email, robin.email, stray.email);
  await waitFor(() => expect(readLocation()).toBe('/?sort=name'));
});
