import { expect, test } from 'vitest';
import { handleChipKey } from './word-chip.tsx';

/** The second of four words. */
function press(key: string, { altKey = false, isOrdered = true, index = 1 } = {}) {
  const calls: string[] = [];
  const note = (name: string) => (to?: number) =>
    void calls.push([name, to].filter((part) => part !== undefined).join(' '));
  handleChipKey(
    { key, altKey, preventDefault: note('prevent') },
    {
      index,
      count: 4,
      isOrdered,
      onFocusOther: note('focus'),
      onMove: note('move'),
      onRemove: note('remove'),
    },
    note('edit'),
  );
  return calls;
}

test.each([
  ['ArrowLeft', ['prevent', 'focus 0']],
  ['ArrowRight', ['prevent', 'focus 2']],
  ['Home', ['prevent', 'focus 0']],
  ['End', ['prevent', 'focus 3']],
  ['Delete', ['prevent', 'remove']],
  ['Backspace', ['prevent', 'remove']],
  ['Enter', ['prevent', 'edit']],
  ['F2', ['prevent', 'edit']],
  ['Tab', []],
  ['x', []],
])('%s on a word', (key, calls) => {
  expect(press(key)).toEqual(calls);
});

test.each([
  ['ArrowLeft', 'move 0'],
  ['ArrowRight', 'move 2'],
  ['Home', 'move 0'],
  ['End', 'move 3'],
])('Alt and %s move a word where the order counts', (key, call) => {
  expect(press(key, { altKey: true })).toEqual(['prevent', call]);
  expect(press(key, { altKey: true, isOrdered: false })).toEqual(['prevent', call.replace('move', 'focus')]);
});

test('stays among the words, but leaves the last one for the text field', () => {
  expect(press('ArrowLeft', { index: 0 })).toContain('focus 0');
  expect(press('ArrowRight', { index: 3 })).toContain('focus 4');
  expect(press('ArrowRight', { index: 3, altKey: true })).toContain('move 3');
});
