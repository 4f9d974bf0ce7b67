import { expect, test } from 'vitest';
import { findDropIndex } from './find-drop-index.ts';

/** Three chips in the first row, two in the second. */
const chips = [
  [0, 0, 50],
  [0, 56, 100],
  [0, 106, 200],
  [32, 0, 80],
  [32, 86, 120],
].map(([top = 0, left = 0, right = 0]) => ({ top, bottom: top + 26, left, right }));

test.each([
  ['above all rows', { x: 150, y: -20 }, 0],
  ['on the first half of a chip', { x: 60, y: 13 }, 1],
  ['on the second half of a chip', { x: 90, y: 13 }, 2],
  ['on the middle of a chip', { x: 78, y: 13 }, 1],
  ['right of a row', { x: 400, y: 13 }, 3],
  ['between the rows, closer to the first one', { x: 10, y: 28 }, 0],
  ['between the rows, closer to the second one', { x: 10, y: 30 }, 3],
  ['left of the second row', { x: -20, y: 40 }, 3],
  ['below all rows', { x: 0, y: 90 }, 5],
])('%s', (_name, point, index) => {
  expect(findDropIndex(chips, point)).toBe(index);
});

test('drops into a list without other chips', () => {
  expect(findDropIndex([], { x: 10, y: 10 })).toBe(0);
});
