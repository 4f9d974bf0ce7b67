import { expect, test } from 'vitest';
import { applyStarred } from './use-stars.ts';

const BATCHES = [
  { id: 'one', starred: [1, 4] },
  { id: 'two', starred: [4] },
];

test.each([
  ['adds stars in order, without doubles', true, [4, 2], [1, 2, 4]],
  ['removes stars', false, [4, 2], [1]],
])('%s, in one batch only', (_name, isStarred, indexes, starred) => {
  const changed = applyStarred(BATCHES, 'one', new Set(indexes), isStarred);
  expect(changed).toEqual([{ id: 'one', starred }, BATCHES[1]]);
  // Pending changes are applied to every poll.
  expect(applyStarred(changed, 'one', new Set(indexes), isStarred)).toEqual(changed);
});

test('stars the first picture of a batch', () => {
  expect(applyStarred([{ id: 'one' }], 'one', new Set([3]), true)).toEqual([{ id: 'one', starred: [3] }]);
});
