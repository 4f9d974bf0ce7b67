import { expect, it } from 'vitest';
import { createLibraryBatch, createLibraryPicture } from '../../shared/testing/create-library-batch.ts';
import { listRows, showBatch } from './model/list-rows.ts';
import { findKeyAction } from './picture-keys.ts';

const batch = createLibraryBatch({
  id: 'one',
  pictures: Array.from({ length: 6 }, (_, index) => createLibraryPicture({ index, width: 30, height: 30 })),
});
const shown = showBatch(batch, () => true);
const rows = listRows([shown], { width: 316, height: 100, now: Date.now() });
const order = shown.pictures.map(({ key }) => key);
const none = { ctrlKey: false, metaKey: false, altKey: false, repeat: false };
const press = (key: string, current = 'one/1', modifiers = {}) =>
  findKeyAction({ ...none, ...modifiers, key }, { rows, order, current });

it.each([
  ['ArrowLeft', 'one/0'],
  ['ArrowRight', 'one/2'],
  ['ArrowDown', 'one/4'],
  ['ArrowUp', 'one/1'],
  ['Home', 'one/0'],
  ['End', 'one/5'],
])('moves the focus with %s', (key, target) => {
  expect(press(key)).toEqual({ kind: 'focus', key: target });
});

it('selects, opens, stars and clears', () => {
  expect([' ', 'Enter', 's', 'Escape'].map((key) => press(key)?.kind)).toEqual([
    'toggle',
    'open',
    'star',
    'clear',
  ]);
  expect(press('a', 'one/1', { ctrlKey: true })).toEqual({ kind: 'all' });
});

it('moves on while a key is held, but toggles once', () => {
  const held = { repeat: true };
  expect(press('ArrowRight', 'one/1', held)).toEqual({ kind: 'focus', key: 'one/2' });
  expect([' ', 'Enter', 's'].map((key) => press(key, 'one/1', held))).toEqual([
    { kind: 'none' },
    { kind: 'none' },
    { kind: 'none' },
  ]);
});

it("leaves other keys and the browser's shortcuts alone", () => {
  expect([
    press('a'),
    press('s', 'one/1', { ctrlKey: true }),
    press('ArrowLeft', 'one/1', { altKey: true }),
  ]).toEqual([undefined, undefined, undefined]);
});
