import { expect, test } from 'vitest';
import { listShortcuts } from './shortcuts.ts';

test('lists each key once in a group', () => {
  for (const { title, shortcuts } of listShortcuts('Ctrl')) {
    const keys = shortcuts.flatMap((shortcut) => shortcut.keys);
    expect(new Set(keys).size, title).toBe(keys.length);
  }
});
