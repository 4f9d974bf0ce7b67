import { expect, test } from 'vitest';
import { createBatch, createResult } from '../testing/create-batch.ts';
import { arrangePairs, listPairs } from './list-pairs.ts';

const results = [createResult(0, 'completed'), createResult(1, 'failed'), createResult(2, 'cancelled')];
const failure = { index: 1, state: 'failed' as const, reason: 'Not an image.', attempts: 1 };

test('pairs each image with the reason it failed', () => {
  const pairs = listPairs(createBatch({ status: 'completed', results, failures: [failure] }));
  expect(pairs).toEqual([
    { result: results[0], failure: undefined },
    { result: results[1], failure },
  ]);
});

test('keeps cancelled images until the batch has ended', () => {
  const batch = createBatch({ status: 'processing', results, failures: [failure] });
  expect(listPairs(batch).map(({ result }) => result.index)).toEqual([0, 1, 2]);
});

test.each([
  ['shows one pair large on a wide card', 700, 1, 'small', { columns: 2, shown: 1 }],
  ['shows up to four in one row', 700, 4, 'small', { columns: 4, shown: 4 }],
  ['shows four in two rows when only three fit', 624, 4, 'small', { columns: 2, shown: 4 }],
  ['shows up to six in two rows', 700, 6, 'small', { columns: 3, shown: 6 }],
  ['limits many pairs to two rows with Show more', 700, 100, 'small', { columns: 5, shown: 9 }],
  ['shows three rows of two on a phone', 324, 30, 'small', { columns: 2, shown: 5 }],
  ['fits fewer medium pairs in a row', 700, 100, 'medium', { columns: 3, shown: 5 }],
  ['shows one large pair in a row on a phone', 324, 30, 'large', { columns: 1, shown: 2 }],
] as const)('%s', (_name, width, total, size, arrangement) => {
  expect(arrangePairs(width, total, size)).toEqual(arrangement);
});
