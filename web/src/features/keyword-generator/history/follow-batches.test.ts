import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import { focusManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeQueryClient } from '../../../shared/api/query-client.ts';
import { serve } from '../../../shared/testing/fake-server.ts';
import { keywords } from '../batches/keywords.ts';
import { createBatch } from '../testing/create-batch.ts';
import { followBatches } from './follow-batches.ts';

const { queryKey } = keywords.batchesQuery;
const NAME = 'fox';
const atWork = createBatch({ id: NAME, status: 'processing' });
const ended = createBatch({ id: NAME, status: 'completed', progress: 100 });
const answer = (batch: KeywordBatch) => Response.json({ batch });
const fail = () => Promise.reject(new TypeError('The line failed.'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

function follow(list: readonly KeywordBatch[] | undefined, ...answers: Parameters<typeof serve>) {
  const asked = serve(...answers);
  const client = makeQueryClient();
  if (list) client.setQueryData(queryKey, list);
  const reloaded = vi.spyOn(client, 'invalidateQueries');
  const stop = followBatches(client);
  onTestFinished(() => {
    stop();
    client.clear();
  });
  return {
    client,
    reloaded,
    stop,
    countPolls: () => asked.length,
    listPaths: () => asked.map(({ path }) => path),
  };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test.each([
  ['[T4.5.4] a processing batch that is there at page load', 'processing', 1],
  ['a queued one', 'queued', 1],
  ['a completed one', 'completed', 0],
  ['a failed one', 'failed', 0],
] as const)('%s, %j, is read %d times at once', async (_name, status, polls) => {
  const { countPolls } = follow([createBatch({ id: NAME, status })], answer(atWork));
  await pass(0);
  expect(countPolls()).toBe(polls);
});

test('[T4.5.2, T9.0.17] the single batch is read every 800 ms, and what is read stands in the list', async () => {
  const halfway = { ...atWork, progress: 50 };
  const { client, countPolls, listPaths } = follow([atWork], answer(atWork), answer(halfway));
  await pass(799);
  expect(countPolls()).toBe(1);
  await pass(1);
  expect(listPaths()).toEqual([
    `/api/keyword-generator/batch/${NAME}`,
    `/api/keyword-generator/batch/${NAME}`,
  ]);
  expect(client.getQueryData(queryKey)).toEqual([halfway]);
});

test('[T4.5.3, T9.0.17] 2 s after it has ended its polling stops and the list is read again', async () => {
  const { reloaded, countPolls } = follow([atWork], answer(ended), answer(ended), answer(ended));
  await pass(1999);
  expect(reloaded).not.toHaveBeenCalled();
  await pass(1);
  expect(reloaded).toHaveBeenCalledExactlyOnceWith({ queryKey, exact: true });
  await pass(60_000);
  expect(countPolls()).toBe(3);
});

test.each([404, 500])('[T4.5.6] an answer of %d stops it, and it does not begin again', async (status) => {
  const { client, reloaded, countPolls } = follow([atWork], new Response('{}', { status }));
  await pass(60_000);
  client.setQueryData(queryKey, [{ ...atWork, progress: 3 }]);
  await pass(60_000);
  expect(countPolls()).toBe(1);
  expect(reloaded).not.toHaveBeenCalled();
});

test('[T4.5.7] a line that fails is nothing: 800 ms later it is tried again', async () => {
  const { client, countPolls } = follow([atWork], fail, fail, answer(ended), answer(ended), answer(ended));
  await pass(1599);
  expect(countPolls()).toBe(2);
  await pass(1);
  expect(client.getQueryData(queryKey)).toEqual([ended]);
});

test('a batch that comes into the list later is followed too', async () => {
  const { client, countPolls } = follow(undefined, answer(atWork));
  await pass(800);
  expect(countPolls()).toBe(0);
  client.setQueryData(queryKey, [atWork]);
  await pass(0);
  expect(countPolls()).toBe(1);
});

test('nothing is read while the tab is hidden, and at once when it is seen again', async () => {
  focusManager.setFocused(false);
  const { countPolls } = follow([atWork], answer(atWork));
  await pass(60_000);
  expect(countPolls()).toBe(0);
  focusManager.setFocused(true);
  await pass(0);
  expect(countPolls()).toBe(1);
});

test('once the page is left nothing is read any more', async () => {
  const { stop, countPolls, reloaded } = follow([atWork], answer(atWork));
  await pass(0);
  stop();
  await pass(60_000);
  expect(countPolls()).toBe(1);
  expect(reloaded).not.toHaveBeenCalled();
});

test('what was deleted here does not come back with an answer that was under way', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { client } = follow([atWork], () => promise, answer(atWork));
  await pass(0);
  client.setQueryData(queryKey, []);
  resolve(answer(atWork));
  await pass(0);
  expect(client.getQueryData(queryKey)).toEqual([]);
});

test('nor does an answer that was under way take back what was changed here meanwhile; the next one counts', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { client } = follow([atWork], () => promise, answer({ ...atWork, name: 'renamed elsewhere' }));
  await pass(0);
  const renamed = { ...atWork, name: 'renamed' };
  client.setQueryData(queryKey, [renamed]);
  resolve(answer(atWork));
  await pass(0);
  expect(client.getQueryData(queryKey)).toEqual([renamed]);
  await pass(800);
  expect(client.getQueryData(queryKey)).toEqual([{ ...atWork, name: 'renamed elsewhere' }]);
});
