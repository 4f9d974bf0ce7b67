import { afterEach, expect, test, vi } from 'vitest';
import { makeQueryClient } from '../../../shared/api/query-client.ts';
import { findPollInterval, readStartedBatch, stylizer } from './stylizer.ts';
import { createBatch } from '../testing/create-batch.ts';

afterEach(() => void vi.useRealTimers());

test.each([
  [0, 2000],
  [1, 800],
  [2, 800],
  [3, 600],
  [5, 600],
  [6, 500],
  [40, 500],
])('[T4.6.1, T9.0.22] with %d batches at work the list is read every %d ms', (active, milliseconds) => {
  const finished = [createBatch({ status: 'completed' }), createBatch({ status: 'failed' })];
  const atWork = Array.from({ length: active }, (_, index) =>
    createBatch({ status: index % 2 === 0 ? 'pending' : 'processing' }),
  );
  expect(findPollInterval([...finished, ...atWork])).toBe(milliseconds);
});

test('[T4.6.1] before the list is there it is asked for as if nothing were at work', () => {
  expect(findPollInterval(undefined)).toBe(2000);
});

test('[T4.6.2, T9.0.23] a started batch makes the list be read at once and again a second later', async () => {
  vi.useFakeTimers();
  const client = makeQueryClient();
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  readStartedBatch(client);
  expect(invalidated).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(999);
  expect(invalidated).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(invalidated).toHaveBeenCalledTimes(2);
  expect(invalidated).toHaveBeenLastCalledWith({
    queryKey: stylizer.batchesQuery.queryKey,
    exact: true,
  });
});
