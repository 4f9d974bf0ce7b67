import { MutationObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { makeQueryClient } from '../api/query-client.ts';
import { createFacts } from '../testing/create-facts.ts';
import { batchChangeOptions, cancelling, removing, replacing } from './change-batches.ts';

const KEY = ['/api/batches'];
const NOW = new Date('2026-11-21T12:30:00.000Z');
const red = { ...createFacts({ id: 'red' }), name: 'Red' };
const blue = { ...createFacts({ id: 'blue' }), name: 'Blue' };
type Batch = typeof red;

test('removing takes what it names, and leaves what came meanwhile', () => {
  expect(removing<Batch>(new Set(['red', 'green']))([red, blue])).toEqual([blue]);
});

test('replacing changes one batch and keeps the others as they are', () => {
  const changed = replacing<Batch>('red', { name: 'Rose' })([red, blue]);
  expect(changed).toEqual([{ ...red, name: 'Rose' }, blue]);
  expect(changed[1]).toBe(blue);
});

test('a cancelled batch goes on until the server says what is left of it; the first time counts', () => {
  const cancelled = { ...red, cancelledAt: NOW.toISOString() };
  expect(cancelling<Batch>('red', NOW)([red, blue])).toEqual([cancelled, blue]);
  expect(cancelling<Batch>('red', new Date())([cancelled])).toEqual([cancelled]);
});

function makeList() {
  const client = makeQueryClient();
  client.setQueryData<readonly Batch[]>(KEY, [red, blue]);
  const change = (send: () => Promise<unknown>) =>
    new MutationObserver(client, batchChangeOptions<Batch>(client, KEY)).mutate({
      apply: removing<Batch>(new Set(['red'])),
      send,
    });
  return { client, change, read: () => client.getQueryData<readonly Batch[]>(KEY) };
}

test('what the server accepts is in the list at once, also while a poll from before is under way', async () => {
  const { client, change, read } = makeList();
  const { promise: oldAnswer, resolve } = Promise.withResolvers<readonly Batch[]>();
  const poll = client
    .fetchQuery({ queryKey: KEY, queryFn: () => oldAnswer, staleTime: 0 })
    .catch(() => 'given up');
  await change(async () => undefined);
  expect(read()).toEqual([blue]);
  resolve([red, blue]);
  await poll;
  expect(read()).toEqual([blue]);
});

test.each([
  ['is read again', {}, 1],
  ['is not read again where the change says all', { isWhole: true }, 0],
])('after a change the list %s', async (_name, options, times) => {
  const client = makeQueryClient();
  const read = vi.spyOn(client, 'invalidateQueries');
  const change = { apply: removing<Batch>(new Set(['red'])), send: async () => undefined, ...options };
  await new MutationObserver(client, batchChangeOptions<Batch>(client, KEY)).mutate(change);
  expect(read).toHaveBeenCalledTimes(times);
});

test('[T8.2.9] what the server refuses leaves the list as it was', async () => {
  const { change, read } = makeList();
  await expect(change(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(read()).toEqual([red, blue]);
});
