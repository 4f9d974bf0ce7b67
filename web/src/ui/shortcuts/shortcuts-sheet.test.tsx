import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPart } from '../../testing/open-part.tsx';
import { openShortcuts, ShortcutsSheet } from './shortcuts-sheet.tsx';

const openPage = () =>
  openPart(
    <>
      <ShortcutsSheet />
      <input aria-label="Name" />
      <input type="checkbox" aria-label="Chosen" />
      <select aria-label="State" />
      <button data-scheme="dark">In the viewer</button>
    </>,
  );
const findSheet = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' });

test('the sheet opens on ? and closes on Escape', async () => {
  const user = openPage();
  expect(fireEvent.keyDown(document.body, { key: '?' })).toBe(false);
  await findSheet();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.keyDown(screen.getByRole('checkbox'), { key: '?' });
  await findSheet();
});

test('the sheet is as dark as what it opens over', async () => {
  openPage();
  const button = screen.getByRole('button', { name: 'In the viewer' });
  button.focus();
  fireEvent.keyDown(button, { key: '?' });
  expect((await findSheet()).closest('[data-scheme=dark]')).not.toBeNull();
});

test('other keys, and ? in a text, are not for the sheet', () => {
  openPage();
  for (const init of [
    { key: '/' },
    { key: '?', ctrlKey: true },
    { key: '?', metaKey: true },
    { key: '?', altKey: true },
  ])
    expect(fireEvent.keyDown(document.body, init)).toBe(true);
  expect(fireEvent.keyDown(screen.getByRole('textbox'), { key: '?' })).toBe(true);
  expect(fireEvent.keyDown(screen.getByRole('combobox'), { key: '?' })).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a menu can open the sheet, until the page is left', async () => {
  const { unmount } = openPage();
  act(() => void openShortcuts());
  await findSheet();
  unmount();
  expect(fireEvent.keyDown(document.body, { key: '?' })).toBe(true);
});
