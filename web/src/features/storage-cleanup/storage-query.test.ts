import type { StorageStats } from '@portal/contracts/storage';
import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { serve } from '../../testing/fake-server.ts';
import { cleanupOptions, storageQuery } from './storage-query.ts';
import { createCleanupStats, createStorageStats } from './testing/create-storage.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const RUNNING = createStorageStats({
  running: {
    trigger: 'manual',
    startedAt: '2026-11-21T12:00:00.000Z',
    stats: createCleanupStats({ deletedImages: 1, continuing: true }),
    extras: { batches: 0, uploads: 0, documents: 0 },
    waitsUntil: null,
  },
});
const makeEnded = (outcome: 'finished' | 'failed') =>
  createStorageStats({
    images: 0,
    lastCleanup: {
      at: '2026-11-21T12:01:00.000Z',
      trigger: 'manual',
      outcome,
      stats: createCleanupStats({ deletedImages: 3 }),
      extras: { batches: 0, uploads: 0, documents: 0 },
    },
  });

const answerCleanup = (success: boolean, continuing = false) =>
  Response.json({ success, stats: createCleanupStats({ continuing }) });
const answerStats = (stats: StorageStats) => Response.json(stats);

/** A page that shows the stats, with the cleanup button. */
async function openPage(...answers: Response[]) {
  const client = makeQueryClient();
  const requests = serve(answerStats(createStorageStats()), ...answers);
  onTestFinished(new QueryObserver(client, storageQuery).subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  const cleanup = new MutationObserver(client, cleanupOptions(client));
  const run = async () => {
    cleanup.mutate().catch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
  };
  const read = () => client.getQueryData(storageQuery.queryKey);
  const poll = () => client.invalidateQueries({ queryKey: storageQuery.queryKey });
  return {
    run,
    read,
    poll,
    cleanup,
    paths: () => requests.map(({ path, init }) => `${init.method} ${path}`),
  };
}

const STATS = 'GET /api/cloudinary/storage-stats';
const CLEANUP = 'POST /api/cloudinary/cleanup';

test('finishes and refetches the stats 2 s later [P4.20, P4.21, P9.21]', async () => {
  const { run, read, cleanup, paths } = await openPage(
    answerCleanup(true),
    answerStats(makeEnded('finished')),
  );
  await run();
  expect(cleanup.getCurrentResult().status).toBe('success');
  await vi.advanceTimersByTimeAsync(1_999);
  expect(paths()).toEqual([STATS, CLEANUP]);
  await vi.advanceTimersByTimeAsync(1);
  expect(paths()).toEqual([STATS, CLEANUP, STATS]);
  expect(read()?.images).toBe(0);
});

test('stays pending until a background cleanup has ended [D-media.15]', async () => {
  const ended = [answerStats(makeEnded('finished')), answerStats(makeEnded('finished'))];
  const { run, poll, cleanup } = await openPage(answerCleanup(true, true), answerStats(RUNNING), ...ended);
  await run();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(cleanup.getCurrentResult().status).toBe('pending');
  await poll();
  await vi.advanceTimersByTimeAsync(0);
  expect(cleanup.getCurrentResult().status).toBe('success');
  await vi.advanceTimersByTimeAsync(2_000);
});

test('fails if the background cleanup failed', async () => {
  const failed = answerStats(makeEnded('failed'));
  const again = answerStats(makeEnded('failed'));
  const { run, cleanup } = await openPage(answerCleanup(true, true), failed, again);
  await run();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(cleanup.getCurrentResult().status).toBe('error');
  await vi.advanceTimersByTimeAsync(2_000);
});

test.each([
  [
    'non-OK',
    Response.json({}, { status: 503, statusText: 'Service Unavailable' }),
    'HTTP 503: Service Unavailable',
  ],
  ['unsuccessful', answerCleanup(false), 'The server reported a failure.'],
])('fails on a %s response and refetches the stats [P8.11]', async (_, answer, message) => {
  const { run, cleanup, paths } = await openPage(answer, answerStats(createStorageStats()));
  await run();
  expect(cleanup.getCurrentResult().error?.message).toBe(message);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(paths()).toEqual([STATS, CLEANUP, STATS]);
});
