import type { KeywordBatch } from '@portal/contracts/keyword-generator';
import { focusManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeQueryClient } from '../../../client/api/query-client.ts';
import { serve } from '../../../testing/fake-server.ts';
import { keywords } from '../batches/keywords.ts';
import { createBatch } from '../testing/create-batch.ts';
import { followBatches } from './follow-batches.ts';

const { queryKey } = keywords.batchesQuery;
const NAME = 'fox';
const running = createBatch({ id: NAME, status: 'processing' });
const ended = createBatch({ id: NAME, status: 'completed', progress: 100 });
const answer = (batch: KeywordBatch) => Response.json({ batch });
const fail = () => Promise.reject(new TypeError('The connection failed.'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

function follow(list: readonly KeywordBatch[] | undefined, ...answers: Parameters<typeof serve>) {
  const requests = serve(...answers);
  const client = makeQueryClient();
  if (list) client.setQueryData(queryKey, list);
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const lost: string[] = [];
  const { stop, followAgain } = followBatches(client, (id) => lost.push(id));
  onTestFinished(() => {
    stop();
    client.clear();
  });
  return {
    client,
    invalidate,
    stop,
    followAgain,
    lost,
    countPolls: () => requests.length,
    listPaths: () => requests.map(({ path }) => path),
  };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test.each([
  ['processing', 1],
  ['queued', 1],
  ['completed', 0],
  ['failed', 0],
] as const)('polls a %s batch %d times at page load [T4.5.4]', async (status, polls) => {
  const { countPolls } = follow([createBatch({ id: NAME, status })], answer(running));
  await pass(0);
  expect(countPolls()).toBe(polls);
});

test('polls each batch every 800 ms and updates the list [T4.5.2, T9.0.17]', async () => {
  const halfway = { ...running, progress: 50 };
  const { client, countPolls, listPaths } = follow([running], answer(running), answer(halfway));
  await pass(799);
  expect(countPolls()).toBe(1);
  await pass(1);
  expect(listPaths()).toEqual([
    `/api/keyword-generator/batch/${NAME}`,
    `/api/keyword-generator/batch/${NAME}`,
  ]);
  expect(client.getQueryData(queryKey)).toEqual([halfway]);
});

test('stops and refetches the list 2 s after the end [T4.5.3, T9.0.17]', async () => {
  const { invalidate, countPolls } = follow([running], answer(ended), answer(ended), answer(ended));
  await pass(1999);
  expect(invalidate).not.toHaveBeenCalled();
  await pass(1);
  expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey, exact: true });
  await pass(60_000);
  expect(countPolls()).toBe(3);
});

test.each([404, 500])('stops after a %d response until it is asked again [T4.5.6]', async (status) => {
  const { client, invalidate, lost, followAgain, countPolls } = follow(
    [running],
    new Response('{}', { status }),
    new Response('{}', { status }),
  );
  await pass(60_000);
  client.setQueryData(queryKey, [{ ...running, progress: 3 }]);
  await pass(60_000);
  expect(countPolls()).toBe(1);
  expect(invalidate).not.toHaveBeenCalled();
  expect(lost).toEqual([NAME]);
  followAgain(NAME);
  await pass(60_000);
  expect(countPolls()).toBe(2);
  expect(lost).toEqual([NAME, NAME]);
});

test('continues after a network error [T4.5.7]', async () => {
  const { client, countPolls } = follow([running], fail, fail, answer(ended), answer(ended), answer(ended));
  await pass(1599);
  expect(countPolls()).toBe(2);
  await pass(1);
  expect(client.getQueryData(queryKey)).toEqual([ended]);
});

test('follows a batch added to the list later', async () => {
  const { client, countPolls } = follow(undefined, answer(running));
  await pass(800);
  expect(countPolls()).toBe(0);
  client.setQueryData(queryKey, [running]);
  await pass(0);
  expect(countPolls()).toBe(1);
});

test('pauses in a hidden tab and polls at once when visible again', async () => {
  focusManager.setFocused(false);
  const { countPolls } = follow([running], answer(running));
  await pass(60_000);
  expect(countPolls()).toBe(0);
  focusManager.setFocused(true);
  await pass(0);
  expect(countPolls()).toBe(1);
});

test('stops when the page is left', async () => {
  const { stop, countPolls, invalidate } = follow([running], answer(running));
  await pass(0);
  stop();
  await pass(60_000);
  expect(countPolls()).toBe(1);
  expect(invalidate).not.toHaveBeenCalled();
});

test('does not restore a batch deleted during a poll', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { client } = follow([running], () => promise, answer(running));
  await pass(0);
  client.setQueryData(queryKey, []);
  resolve(answer(running));
  await pass(0);
  expect(client.getQueryData(queryKey)).toEqual([]);
});

test('keeps a local change made during a poll', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { client } = follow([running], () => promise, answer({ ...running, name: 'renamed elsewhere' }));
  await pass(0);
  const renamed = { ...running, name: 'renamed' };
  client.setQueryData(queryKey, [renamed]);
  resolve(answer(running));
  await pass(0);
  expect(client.getQueryData(queryKey)).toEqual([renamed]);
  await pass(800);
  expect(client.getQueryData(queryKey)).toEqual([{ ...running, name: 'renamed elsewhere' }]);
});
