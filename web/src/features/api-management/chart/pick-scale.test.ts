import { expect, test } from 'vitest';
import { pickScale } from './pick-scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 2, 4]],
  [7, [0, 5, 10]],
  [114, [0, 50, 100, 150]],
  [600, [0, 200, 400, 600]],
  [2_841, [0, 1_000, 2_000, 3_000]],
])('picks ticks up to %d: %j', (highest, ticks) => {
  expect(pickScale([highest]).ticks).toEqual(ticks);
});

test('has lines a cent apart for amounts in dollars', () => {
  expect(pickScale([0.004], 0.01).ticks).toEqual([0, 0.01]);
  expect(pickScale([0.13], 0.01).ticks).toEqual([0, 0.05, 0.1, 0.15000000000000002]);
});

test.each([
  ['one bar', [10, 950, 8], 10],
  ['two bars', [10, 950, 400, 8], 10],
  ['a bar, but not the second', [950, 100, 10], 100],
  ['none of three', [950, 900, 800, 8], 1_000],
  ['no bar of a usual day', [10, 50, 8], 60],
  ['the only bar', [950, 0, 0], 1_000],
])('cuts %s: %j', (_what, amounts, top) => {
  expect(pickScale(amounts).top).toBe(top);
});
