import { expect, it } from 'vitest';
import { balanceLanes } from './lanes.ts';

const SECONDS = { a: 60, b: 50, c: 40, d: 30, e: 20 };

it('gives each lane about the same time', () => {
  expect(balanceLanes(['a', 'b', 'c', 'd', 'e'], SECONDS, 2)).toEqual([
    ['a', 'd', 'e'],
    ['b', 'c'],
  ]);
});

it('gives more to a first lane that starts earlier', () => {
  expect(balanceLanes(['a', 'b', 'c', 'd', 'e'], SECONDS, 2, 60)).toEqual([
    ['a', 'b', 'e'],
    ['c', 'd'],
  ]);
});

it('puts every file into exactly one lane, also files without a recorded duration', () => {
  const files = ['new', ...Object.keys(SECONDS)];
  expect(balanceLanes(files, SECONDS, 3).flat().toSorted()).toEqual(files.toSorted());
});

it('does not depend on the order of the files', () => {
  const files = ['x', 'y', 'z'];
  expect(balanceLanes(files.toReversed(), {}, 2)).toEqual(balanceLanes(files, {}, 2));
});
