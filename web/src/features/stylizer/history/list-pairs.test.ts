import { expect, test } from 'vitest';
import { createBatch, createResult } from '../testing/create-batch.ts';
import { arrangePairs, listPairs } from './list-pairs.ts';

const results = [createResult(0, 'completed'), createResult(1, 'failed'), createResult(2, 'cancelled')];
const failure = { index: 1, state: 'failed' as const, reason: 'Not an image.', attempts: 1 };

test('a picture that was not made has its reason beside it', () => {
  const pairs = listPairs(createBatch({ status: 'completed', results, failures: [failure] }));
  expect(pairs).toEqual([
    { result: results[0], failure: undefined },
    { result: results[1], failure },
  ]);
});

test('what is cancelled keeps its place until the batch has ended', () => {
  const batch = createBatch({ status: 'processing', results, failures: [failure] });
  expect(listPairs(batch).map(({ result }) => result.index)).toEqual([0, 1, 2]);
});

test.each([
  ['one on a wide card is large', 700, 1, { columns: 2, shown: 1 }],
  ['up to four stand in one row', 700, 4, { columns: 4, shown: 4 }],
  ['or two and two, where there is room for three', 624, 4, { columns: 2, shown: 4 }],
  ['up to six in two', 700, 6, { columns: 3, shown: 6 }],
  ['of many two rows are shown, the last place asks for the rest', 700, 100, { columns: 5, shown: 9 }],
  ['on a phone there are two in a row, and three rows', 324, 30, { columns: 2, shown: 5 }],
])('%s', (_name, width, total, arrangement) => {
  expect(arrangePairs(width, total)).toEqual(arrangement);
});
