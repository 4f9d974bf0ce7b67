import { afterEach, expect, test, vi } from 'vitest';
import { makeQueryClient } from '../../../client/api/query-client.ts';
import { findPollInterval, refetchAfterStart, stylizer } from './stylizer.ts';
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
])('polls %d active batches every %d ms [T4.6.1, T9.0.22]', (active, milliseconds) => {
  const finished = [createBatch({ status: 'completed' }), createBatch({ status: 'failed' })];
  const running = Array.from({ length: active }, (_, index) =>
    createBatch({ status: index % 2 === 0 ? 'pending' : 'processing' }),
  );
  expect(findPollInterval([...finished, ...running])).toBe(milliseconds);
});

test('polls as if idle before the list has loaded [T4.6.1]', () => {
  expect(findPollInterval(undefined)).toBe(2000);
});

test('refetches at once and a second after a batch started [T4.6.2, T9.0.23]', async () => {
  vi.useFakeTimers();
  const client = makeQueryClient();
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  refetchAfterStart(client);
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
