import { expect, it } from 'vitest';
import { createLibraryBatch } from '../../testing/create-library-batch.ts';
import { describeEnd, describeRunning, findEnded, listRunning } from './watch-batches.ts';

const running = createLibraryBatch({
  id: 'one',
  status: 'processing',
  doneCount: 2,
  failedCount: 1,
  total: 10,
});
const waiting = createLibraryBatch({ id: 'two', status: 'pending', doneCount: 0, failedCount: 0, total: 30 });
const ended = createLibraryBatch({ id: 'three', status: 'completed', doneCount: 9, total: 10 });

it('counts the images of all running batches', () => {
  expect(describeRunning([running, waiting, ended])).toBe('3/40');
  expect(describeRunning([ended])).toBe('');
});

it('finds batches that ended by themselves since the last look', () => {
  const before = listRunning([running, waiting, ended]);
  expect(before).toEqual(new Set(['one', 'two']));
  const cancelledAt = '2026-11-23T01:00:00.000Z';
  const after = [
    { ...running, status: 'completed' as const },
    { ...waiting, status: 'failed' as const, cancelledAt },
    ended,
  ];
  expect(findEnded(before, after)).toEqual([after[0]]);
  expect(findEnded(before, [running, waiting])).toEqual([]);
});

it('says how a batch ended', () => {
  expect(describeEnd(ended)).toBe('Partly done: 9 of 10');
  expect(describeEnd({ ...ended, doneCount: 10 })).toBe('Done: 10 of 10');
  expect(describeEnd({ ...ended, status: 'failed', doneCount: 0 })).toBe('Failed: 0 of 10');
});
