import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectFailureToast, expectToast } from '../../testing/expect-toast.ts';
import {
  chooseOption,
  createUser,
  expectEmails,
  findRow,
  openDirectory,
  waitForRow,
  WHITELIST,
} from './testing/open-directory.tsx';

const first = createUser('first@studio.example');
const stray = createUser('Stray@elsewhere.example', { access: 'not-allowed', isWhitelisted: false });
const other = createUser('other@elsewhere.example', { access: 'not-allowed', isWhitelisted: false });
const waiting = createUser('waiting@elsewhere.example', { source: 'whitelist-only' });

const findField = () => screen.getByLabelText<HTMLInputElement>('Email to whitelist');
const isGone = (email: string) => waitFor(() => expect(screen.queryByTitle(email)).toBeNull());
const fill = (value: string) => fireEvent.change(findField(), { target: { value } });

test('Enter adds the trimmed, lowercase email [P2.29, P5.5, P5.6, P6.5, P7.3, P7.9, P8.14]', async () => {
  const { user, server, listChanges, countReads } = openDirectory({ users: [first] });
  await waitForRow(first.email);
  fill('  Guest@Elsewhere.example ');
  server.users = [first, waiting];
  await user.type(findField(), '{Enter}');
  await expectToast('Email added to whitelist successfully');
  expect(listChanges()).toMatchObject([
    { method: 'POST', path: WHITELIST, body: { email: 'guest@elsewhere.example' } },
  ]);
  await waitFor(() => expect(findField().value).toBe(''));
  await waitFor(() => expect(countReads()).toBe(2));
  const row = await waitForRow(waiting.email);
  expect(within(row).getByText('Whitelisted · not signed in yet')).toBeDefined();
});

test('keeps the next email that is typed while one is added', async () => {
  const { user, server } = openDirectory({ users: [first] });
  const answer = Promise.withResolvers<Response>();
  server.change = () => answer.promise;
  await waitForRow(first.email);
  fill('guest@elsewhere.example');
  await user.type(findField(), '{Enter}');
  await waitForRow('guest@elsewhere.example');
  fill('b');
  answer.resolve(Response.json({ success: true }));
  await expectToast('Email added to whitelist successfully');
  await user.type(findField(), 'en@elsewhere.example');
  expect(findField().value).toBe('ben@elsewhere.example');
});

test('an invalid email sends nothing [P5.4, P8.10]', async () => {
  const { user, listChanges } = openDirectory({ users: [first] });
  for (const typed of ['', '   ', 'no-at-sign']) {
    fill(typed);
    await user.click(screen.getByText('Add'));
    await expectFailureToast();
  }
  expect(listChanges()).toEqual([]);
});

test('adds an email at once, and rolls back what the server rejects [P7.20, P8.10]', async () => {
  const { user, server, listChanges } = openDirectory({ users: [first] });
  const answer = Promise.withResolvers<Response>();
  server.change = () => answer.promise;
  await waitForRow(first.email);
  fill('guest@elsewhere.example');
  await user.type(findField(), '{Enter}');
  await waitForRow('guest@elsewhere.example');
  answer.resolve(Response.json({}, { status: 500 }));
  await expectFailureToast();
  await isGone('guest@elsewhere.example');
  expect(findField().value).toBe('guest@elsewhere.example');
  expect(listChanges()).toHaveLength(1);
});

test('shows the reason why the server rejects an email [P5.4]', async () => {
  const { user, server, listChanges } = openDirectory({ users: [first] });
  await waitForRow(first.email);
  for (const typed of ['two words@x.example', 'a@b@c', '@']) {
    const message = `“${typed}” is not an email address.`;
    const details = [{ path: 'email', message }];
    server.change = () =>
      Response.json({ error: 'No.', code: 'bad-request', requestId: 'r', details }, { status: 400 });
    fill(typed);
    await user.type(findField(), '{Enter}');
    await expectFailureToast();
    expect(screen.getByText(message)).toBeDefined();
    expect(listChanges().at(-1)?.body).toEqual({ email: typed });
    expect(findField().value).toBe(typed);
  }
  expect(listChanges()).toHaveLength(3);
});

test('Allow whitelists a row’s email at once, and rolls back what the server rejects [P6.5, P8.10]', async () => {
  const { user, server, listChanges } = openDirectory({ users: [stray, other] });
  const answer = Promise.withResolvers<Response>();
  server.change = () => answer.promise;
  const row = within(await waitForRow(stray.email));
  await user.click(row.getByText('Allow'));
  await row.findByText('Allowed');
  expect(row.queryByText('Allow')).toBeNull();
  // The focus does not get lost with the button.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Users').parentElement));
  answer.resolve(Response.json({}, { status: 500 }));
  await expectFailureToast();
  await row.findByText('Not allowed');
  expect(listChanges().map(({ body }) => body)).toEqual([{ email: stray.email }]);
});

test.each([
  ['allowed', true, 'Allowed'],
  ['not-verified', false, 'Email not verified'],
] as const)('Allow lifts a ban: the person is %s then [P6.5]', async (access, emailVerified, word) => {
  const banned = createUser('banned@studio.example', {
    access: 'banned',
    isWhitelisted: false,
    emailVerified,
  });
  const { user, server, listChanges } = openDirectory({ users: [banned] });
  const row = within(await waitForRow(banned.email));
  expect(row.getByText('Banned')).toBeDefined();
  const answer = Promise.withResolvers<Response>();
  server.change = () => answer.promise;
  await user.click(row.getByText('Allow'));
  await row.findByText(word);
  server.users = [{ ...banned, access, isWhitelisted: true }];
  answer.resolve(Response.json({ success: true }));
  await expectToast('Email added to whitelist successfully');
  expect(row.getByText(word)).toBeDefined();
  expect(listChanges()).toMatchObject([{ method: 'POST', path: WHITELIST, body: { email: banned.email } }]);
});

test('who is allowed leaves a list of those who are not [P6.5]', async () => {
  const { user, server } = openDirectory({ users: [stray, other] });
  await waitForRow(stray.email);
  await chooseOption(user, 'Status', 'Not allowed');
  server.users = [{ ...stray, access: 'allowed', isWhitelisted: true }, other];
  await user.click(within(findRow(stray.email)).getByText('Allow'));
  await expectToast('Email added to whitelist successfully');
  await expectEmails(other.email);
});

test('Invite whitelists an email and offers an invitation to copy or mail', async () => {
  const { user, listChanges } = openDirectory({ users: [waiting] });
  await waitForRow(waiting.email);
  const form = within(screen.getByRole('form', { name: 'Whitelist' }));
  await user.click(form.getByText('Invite'));
  await expectFailureToast();
  expect(listChanges()).toEqual([]);

  fill(' Guest@elsewhere.example');
  await user.click(form.getByText('Invite'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite guest@elsewhere.example' }));
  const text = dialog.getByLabelText<HTMLTextAreaElement>('Invitation');
  const words = text.value;
  expect(words).toContain('your Google account guest@elsewhere.example');
  expect(words.split('\n').at(-1)).toBe(new URL('/', location.href).href);
  expect(listChanges().map(({ body }) => body)).toEqual([{ email: 'guest@elsewhere.example' }]);
  fireEvent.change(text, { target: { value: `${words}\nBye` } });
  expect(dialog.getByText('Open in mail app').getAttribute('href')).toMatch(
    /^mailto:guest%40elsewhere\.example\?subject=Invitation%20to%20.*%0D%0ABye$/,
  );
  await user.click(dialog.getByText('Copy invitation'));
  await dialog.findByText('Copied');
  expect(await navigator.clipboard.readText()).toBe(`${words}\nBye`);
});

test('who is on the whitelist already is invited without a second call', async () => {
  const { user, listChanges } = openDirectory({ users: [waiting] });
  await user.click(within(await waitForRow(waiting.email)).getByText('Invite'));
  expect(screen.getByRole('dialog', { name: `Invite ${waiting.email}` })).toBeDefined();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(listChanges()).toEqual([]);
});
