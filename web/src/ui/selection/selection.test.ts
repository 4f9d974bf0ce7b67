import { expect, it } from 'vitest';
import {
  addAll,
  invert,
  keepShown,
  NOTHING,
  removeAll,
  selectRange,
  toggle,
  type FindMembers,
} from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const selectOnly = (key: string, findMembers?: FindMembers) => toggle(NOTHING, key, findMembers);
const keysOf = ({ keys }: { keys: ReadonlySet<string> }) => [...keys].toSorted();

it('adds and removes by clicks', () => {
  const first = selectOnly('b');
  expect(keysOf(toggle(first, 'd'))).toEqual(['b', 'd']);
  expect(keysOf(toggle(toggle(first, 'd'), 'b'))).toEqual(['d']);
});

it('selects a range in both directions, and again from the same anchor', () => {
  const start = selectOnly('c');
  const down = selectRange(start, order, 'e');
  expect(keysOf(down)).toEqual(['c', 'd', 'e']);
  expect(keysOf(selectRange(down, order, 'a'))).toEqual(['a', 'b', 'c']);
  // In the order that is shown, whatever it is.
  expect(keysOf(selectRange(start, order.toReversed(), 'a'))).toEqual(['a', 'b', 'c']);
});

it('adds a range with Ctrl, and selects one picture without an anchor', () => {
  const two = toggle(selectOnly('a'), 'd');
  expect(keysOf(selectRange(two, order, 'e', { adds: true }))).toEqual(['a', 'd', 'e']);
  expect(keysOf(selectRange(NOTHING, order, 'c'))).toEqual(['c']);
  expect(keysOf(selectRange(selectOnly('gone'), order, 'c'))).toEqual(['c']);
  expect(keysOf(selectRange(toggle(two, 'gone'), order, 'c', { adds: true }))).toEqual([
    'a',
    'c',
    'd',
    'gone',
  ]);
});

it('adds, removes and inverts among the shown pictures', () => {
  const some = addAll(selectOnly('a'), ['b', 'c']);
  expect(keysOf(some)).toEqual(['a', 'b', 'c']);
  expect(keysOf(removeAll(some, ['b', 'e']))).toEqual(['a', 'c']);
  expect(keysOf(invert(some, order))).toEqual(['d', 'e']);
});

it('forgets pictures that are gone, and their anchor', () => {
  const some = toggle(selectOnly('a'), 'b');
  expect(keepShown(some, order)).toBe(some);
  expect(keepShown(some, ['a', 'c'])).toEqual({ keys: new Set(['a']), anchor: undefined });
  // Its anchor was deselected, then deleted.
  expect(keepShown(toggle(some, 'b'), ['a', 'c'])).toEqual({ keys: new Set(['a']), anchor: undefined });
});

it('starts the next range at the last picture that was added', () => {
  const added = addAll(selectOnly('a'), ['c', 'd']);
  expect(keysOf(selectRange(added, order, 'e'))).toEqual(['d', 'e']);
  expect(keysOf(selectRange(addAll(selectOnly('b'), []), order, 'c'))).toEqual(['b', 'c']);
});

it('selects pictures of a stack together, and all of them if some were selected', () => {
  const findMembers = (key: string) => (key === 'b' ? ['b', 'c', 'd'] : [key]);
  expect(keysOf(selectOnly('b', findMembers))).toEqual(['b', 'c', 'd']);
  expect(keysOf(toggle(selectOnly('c'), 'b', findMembers))).toEqual(['b', 'c', 'd']);
  expect(keysOf(toggle(addAll(NOTHING, order), 'b', findMembers))).toEqual(['a', 'e']);
  expect(keysOf(selectRange(selectOnly('a'), order, 'b', { findMembers }))).toEqual(['a', 'b', 'c', 'd']);
  const added = selectRange(toggle(selectOnly('c'), 'a'), order, 'a', { adds: true, findMembers });
  expect(keysOf(added)).toEqual(['a', 'c']);
});
