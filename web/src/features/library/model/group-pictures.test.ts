import { expect, it } from 'vitest';
import { groupPictures } from './group-pictures.ts';

const make = (batches: number, each: number) =>
  Array.from({ length: batches }, (_, batch) =>
    Array.from({ length: each }, (_item, index) => ({ batchId: `batch-${batch}`, index })),
  ).flat();
const sizesOf = (batches: number, each: number) =>
  groupPictures(make(batches, each)).map(({ length }) => length);

it('keeps up to 1,000 pictures from up to 100 batches together', () => {
  expect([sizesOf(0, 0), sizesOf(10, 100), sizesOf(100, 2)]).toEqual([[], [1000], [200]]);
});

it('starts a new group for more pictures or batches, and keeps all', () => {
  expect(sizesOf(11, 100)).toEqual([1000, 100]);
  expect(sizesOf(201, 2)).toEqual([200, 200, 2]);
  expect(groupPictures(make(30, 100)).flat()).toEqual(make(30, 100));
});
