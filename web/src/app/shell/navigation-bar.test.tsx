import { getSpendRoom } from '@portal/contracts/spend';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ShortcutsSheet } from '../../ui/shortcuts/shortcuts-sheet.tsx';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { openPart, readLocation } from '../../testing/open-part.tsx';
import { NavigationBar } from './navigation-bar.tsx';

const findTrigger = () => screen.getByText('ada@studio.example').closest('button');
/** The menu, which is hidden while it is closed. */
const isOpen = () => {
  const { hidden } = screen.getByText('Logout').parentElement ?? {};
  expect(findTrigger()?.getAttribute('aria-expanded')).toBe(String(hidden === false));
  return hidden === false;
};
const toggle = () => fireEvent.click(screen.getByText('ada@studio.example'));
const answer = (person: object | null = null) =>
  answerByPath(({ path }) =>
    path === getSpendRoom.path ? Response.json({ month: '2026-11', person, studio: null }) : undefined,
  );

test('shows a bar with the logo link and the email that opens the menu [P2.14, P2.15, P2.16, P2.17, P4.11, P9.7]', async () => {
  answer();
  const user = openPart(<NavigationBar />, { path: '/tools/stylizer', role: 'user' });
  const bar = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(isOpen()).toBe(false);
  toggle();
  expect(isOpen()).toBe(true);
  expect(screen.queryByText('Admin Portal')).toBeNull();
  toggle();
  expect(isOpen()).toBe(false);
  await user.click(bar.getByLabelText('Home'));
  expect(readLocation()).toBe('/');
});

test('the menu closes 150 ms after the focus has left it [P2.16, P9.7]', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  answer();
  openPart(<NavigationBar />);
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const focus = (element: HTMLElement | null | undefined) => act(() => element?.focus());
  toggle();
  focus(findTrigger());
  focus(screen.getByText('Preferences'));
  await wait(1000);
  expect(isOpen()).toBe(true);
  focus(screen.getByLabelText('Home'));
  await wait(149);
  expect(isOpen()).toBe(true);
  await wait(1);
  expect(isOpen()).toBe(false);
});

test('the menu leads admins to the Admin Portal, and closes [P2.18, P6.9, D-settled-by-the-acceptance-test.9]', async () => {
  answer();
  const user = openPart(<NavigationBar />, { role: 'admin' });
  for (const [name, path] of [
    ['Admin Portal', '/admin/user-directory'],
    ['API Management', '/admin/api'],
  ] as const) {
    toggle();
    await user.click(screen.getByText(name));
    expect(readLocation()).toBe(path);
    expect(isOpen()).toBe(false);
  }
});

const listMenu = () =>
  [...(screen.getByText('Logout').parentElement?.children ?? [])].map(({ textContent }) => textContent);

test.each([
  ['admin', ['Admin Portal', 'API Management', 'Deliveries', 'Preferences', 'Logout']],
  ['user', ['Deliveries', 'Preferences', 'Logout']],
] as const)('the menu of the role %s has only these entries', (role, entries) => {
  answer();
  openPart(<NavigationBar />, { role });
  expect(listMenu()).toEqual(entries);
});

test('the menu leads to deliveries', async () => {
  answer();
  const user = openPart(<NavigationBar />);
  toggle();
  await user.click(screen.getByRole('link', { name: 'Deliveries' }));
  expect(readLocation()).toBe('/deliveries');
  expect(isOpen()).toBe(false);
});

test('Preferences has the theme, notifications and the shortcuts', async () => {
  answer();
  const user = openPart(
    <>
      <NavigationBar />
      <ShortcutsSheet />
    </>,
  );
  toggle();
  await user.click(screen.getByText('Preferences'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Preferences' }));
  expect(isOpen()).toBe(false);
  expect(dialog.getAllByRole('radio').map((choice) => choice.getAttribute('aria-label'))).toEqual([
    'System',
    'Light',
    'Dark',
  ]);
  expect(dialog.getByLabelText('System')).toHaveProperty('checked', true);
  expect(dialog.getByRole('switch', { name: 'Notify me when a batch is done' })).toBeDefined();
  await user.click(dialog.getByText('Show all shortcuts'));
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
});

test('shows people with a limit the month in the menu, and the others nothing', async () => {
  answer({ limit: 20, spent: 12.4, reserved: 0 });
  openPart(<NavigationBar />);
  expect(screen.queryByText(/^This month/)).toBeNull();
  toggle();
  const room = (await screen.findByText('This month: $12.40 of $20.00')).parentElement;
  // It arrives after the others, which a person may be about to click.
  expect(room?.nextElementSibling).toBeNull();
});

test('shows people without a limit only what they have saved', async () => {
  const saved = Promise.withResolvers<Response>();
  answerByPath(({ path }) =>
    path === getSpendRoom.path
      ? Response.json({ month: '2026-11', person: null, studio: null })
      : saved.promise,
  );
  openPart(<NavigationBar />);
  toggle();
  await act(async () => undefined);
  saved.resolve(Response.json({ month: '2026-11', dollars: 0.84 }));
  expect((await screen.findByRole('note')).textContent).toBe('Saved $0.84 this month');
});

test('a logout goes to / [P4.10]', async () => {
  answer();
  const user = openPart(<NavigationBar />, { path: '/tools/stylizer' });
  toggle();
  await user.click(screen.getByText('Logout'));
  await waitFor(() => expect(readLocation()).toBe('/'));
});

const setOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
};

test('says that the connection is lost, and for 3 s that it is back', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  openPart(<NavigationBar />);
  const notice = screen.getByRole('status');
  expect(notice.textContent).toBe('');
  setOnline(false);
  expect(notice.textContent).toBe('You’re offline. Nothing loads or starts until the connection returns.');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  setOnline(true);
  expect(notice.textContent).toBe('Back online');
  await act(() => vi.advanceTimersByTimeAsync(2999));
  expect(notice.textContent).toBe('Back online');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(notice.textContent).toBe('');
});
