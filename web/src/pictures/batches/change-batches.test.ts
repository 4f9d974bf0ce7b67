import { MutationObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { createFacts } from '../../testing/create-facts.ts';
import { batchChangeOptions, markCancelled, removeBatches, updateBatch } from './change-batches.ts';

const KEY = ['/api/batches'];
const NOW = new Date('2026-11-21T12:30:00.000Z');
const red = { ...createFacts({ id: 'red' }), name: 'Red' };
const blue = { ...createFacts({ id: 'blue' }), name: 'Blue' };
type Batch = typeof red;

test('removes only the named batches', () => {
  expect(removeBatches<Batch>(new Set(['red', 'green']))([red, blue])).toEqual([blue]);
});

test('updates one batch and keeps the others', () => {
  const changed = updateBatch<Batch>('red', { name: 'Rose' })([red, blue]);
  expect(changed).toEqual([{ ...red, name: 'Rose' }, blue]);
  expect(changed[1]).toBe(blue);
});

test('keeps the status and first time of a cancelled batch', () => {
  const cancelled = { ...red, cancelledAt: NOW.toISOString() };
  expect(markCancelled<Batch>('red', NOW)([red, blue])).toEqual([cancelled, blue]);
  expect(markCancelled<Batch>('red', new Date())([cancelled])).toEqual([cancelled]);
});

function makeList() {
  const client = makeQueryClient();
  client.setQueryData<readonly Batch[]>(KEY, [red, blue]);
  const change = (send: () => Promise<unknown>) =>
    new MutationObserver(client, batchChangeOptions<Batch>(client, KEY)).mutate({
      apply: removeBatches<Batch>(new Set(['red'])),
      send,
    });
  return { client, change, read: () => client.getQueryData<readonly Batch[]>(KEY) };
}

test('applies an accepted change despite an older poll in progress', async () => {
  const { client, change, read } = makeList();
  const { promise: oldAnswer, resolve } = Promise.withResolvers<readonly Batch[]>();
  const poll = client
    .fetchQuery({ queryKey: KEY, queryFn: () => oldAnswer, staleTime: 0 })
    .catch(() => 'cancelled');
  await change(async () => undefined);
  expect(read()).toEqual([blue]);
  resolve([red, blue]);
  await poll;
  expect(read()).toEqual([blue]);
});

test.each([
  ['refetches the list', {}, 1],
  ['skips the refetch if the change is complete', { skipsRefetch: true }, 0],
])('%s after a change', async (_name, options, times) => {
  const client = makeQueryClient();
  const read = vi.spyOn(client, 'invalidateQueries');
  const change = { apply: removeBatches<Batch>(new Set(['red'])), send: async () => undefined, ...options };
  await new MutationObserver(client, batchChangeOptions<Batch>(client, KEY)).mutate(change);
  expect(read).toHaveBeenCalledTimes(times);
});

test('keeps the list when the server rejects a change [T8.2.9]', async () => {
  const { change, read } = makeList();
  await expect(change(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(read()).toEqual([red, blue]);
});
