import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listNames, openPart, readText } from '../../testing/open-part.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { listShortcuts } from './shortcuts.ts';

test('lists every shortcut with its keys', () => {
  openPart(<ShortcutsDialog isOpen onClose={() => undefined} />);
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
  expect(listNames('heading')).toEqual([
    'Keyboard shortcuts',
    'Everywhere',
    'Viewer',
    'Library',
    'Comparison',
    'Job viewer',
  ]);
  const keys = screen.getAllByRole('definition').map(readText);
  const shown = screen.getAllByRole('term').map((action, index) => `${readText(action)}: ${keys[index]}`);
  for (const line of [
    'Go to a page or a recent batch: Ctrl K',
    'Show keyboard shortcuts: ?',
    'Focus the notification: F8',
    'Close a dialog, a menu or a notification: Esc',
    'Previous or next picture; move around when zoomed in: ← →',
    'Zoom in or out: + -',
    'First or last picture: Home End',
    'Select a range: Shift ← Shift → Shift ↑ Shift ↓',
    'Close the stack; clear the selection: Esc',
    'Keep this picture: 1 2 3 4',
    'Mark for deletion in the Library and go to the next picture: X',
    'Remove the star and the mark: U',
  ])
    expect(shown).toContain(line);
  const missing = listShortcuts('Ctrl').flatMap(({ shortcuts }) =>
    shortcuts.filter(({ keys, action }) => keys.length === 0 || keys.includes('') || action === ''),
  );
  expect(missing).toEqual([]);
});
