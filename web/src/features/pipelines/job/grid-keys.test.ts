import { expect, test } from 'vitest';
import { listTargets } from './grid-keys.ts';

test.each([
  ['ArrowLeft', { row: 6, lane: 0 }],
  ['ArrowRight', { row: 6, lane: 2 }],
  ['ArrowUp', { row: 5, lane: 1 }],
  ['ArrowDown', { row: 7, lane: 1 }],
  ['PageUp', { row: 1, lane: 1 }],
  ['PageDown', { row: 9, lane: 1 }],
  ['Home', { row: 6, lane: 0 }],
  ['End', { row: 6, lane: 2 }],
  ['Control+Home', { row: 0, lane: 0 }],
  ['Control+End', { row: 9, lane: 2 }],
])('%s moves the focus within the grid', (key, place) => {
  expect(listTargets(10, 3, { row: 6, lane: 1 })[key]?.()).toEqual(place);
});

test.each([
  ['first', { row: 0, lane: 0 }, ['ArrowLeft', 'ArrowUp', 'PageUp']],
  ['last', { row: 9, lane: 2 }, ['ArrowRight', 'ArrowDown', 'PageDown']],
])('the focus stays on the %s cell at an end', (_name, place, keys) => {
  for (const key of keys) expect(listTargets(10, 3, place)[key]?.()).toEqual(place);
});
