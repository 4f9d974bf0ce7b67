import { expect, it } from 'vitest';
import { findKeyAction } from './grid-keys.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, repeat: false };
const targets = { ArrowRight: () => 'next', 'Control+Home': () => 'first' };
const press = (key: string, modifiers = {}) => findKeyAction({ ...none, ...modifiers, key }, targets);

it('moves the focus', () => {
  expect(press('ArrowRight')).toEqual({ kind: 'focus', place: 'next' });
  for (const modifier of ['ctrlKey', 'metaKey'])
    expect(press('Home', { [modifier]: true })).toEqual({ kind: 'focus', place: 'first' });
  expect(press('Home')).toBeUndefined();
});

it('selects, opens, stars, compares and clears', () => {
  expect([' ', 'Enter', 's', 'S', 'c', 'C', 'Escape'].map((key) => press(key)?.kind)).toEqual([
    'toggle',
    'open',
    'star',
    'star',
    'compare',
    'compare',
    'clear',
  ]);
  expect(press('a', { ctrlKey: true })).toEqual({ kind: 'all' });
});

it('moves on while a key is held, but toggles once', () => {
  const held = { repeat: true };
  expect(press('ArrowRight', held)).toEqual({ kind: 'focus', place: 'next' });
  expect([' ', 'Enter', 's'].map((key) => press(key, held)?.kind)).toEqual(['none', 'none', 'none']);
});

it("leaves other keys and the browser's shortcuts alone", () => {
  expect([
    press('a'),
    press('s', { ctrlKey: true }),
    press('ArrowRight', { ctrlKey: true }),
    press('ArrowRight', { altKey: true }),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});
