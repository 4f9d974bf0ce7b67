import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { MediaAdmin } from '../../pictures/media/media-admin.ts';
import { MediaError } from '../../pictures/media/media-error.ts';
import { openBucket } from '../../platform/files/file-storage.ts';
import { once } from '../../platform/once.ts';
import type { Enqueued } from '../../platform/queues/queues.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { sendJson, startTestServer } from '../../providers/testing/start-test-server.ts';
import { cleanPages } from './clean-pages.ts';
import { readCurrentRun, readRun, startOrJoin } from './cleanup-store.ts';
import { enqueuePages } from './enqueue-pages.ts';
import { resumeCleanup } from './run-cleanup.ts';
import { UNITS_PER_TASK } from './step.ts';
import { createMedia } from './testing/create-media.ts';

const firestore = await startFirestore();
const IMAGES = 700;
const HOUR_MS = 60 * 60 * 1000;

/** A manual run of a media service with 700 images. */
async function startRun(overrides: Partial<MediaAdmin> = {}) {
  const storage = await startTestServer(sendJson({ items: [] }));
  vi.stubEnv('STORAGE_EMULATOR_HOST', storage.url);
  const app = initializeApp({ projectId: 'demo-portal', storageBucket: 'bucket' }, randomUUID());
  onTestFinished(() => deleteApp(app));
  await firestore.recursiveDelete(firestore.collection('cleanup'));
  const media = createMedia(Array.from({ length: IMAGES }, (_, index) => `old/${index}`));
  /** As Cloud Tasks, accepts each id once. */
  const taskIds = new Set<string>();
  const deps = {
    firestore,
    mediaAdmin: { ...media.mediaAdmin, ...overrides },
    bucket: once(() => openBucket(app)),
    queues: {
      enqueue(_queue: unknown, tasks: readonly Enqueued[]) {
        for (const { id } of tasks) taskIds.add(id);
        return Promise.resolve();
      },
    },
  };
  const { runId } = await startOrJoin(firestore, 'manual', Timestamp.now());
  const countCalls = () => media.calls.lists + media.calls.deletes;
  return { deps, runId, media, taskIds, countCalls };
}

test('deletes everything in tasks of at most four calls each', async () => {
  const { deps, runId, media, taskIds, countCalls } = await startRun();
  for (let tasks = 1; await readCurrentRun(firestore); tasks += 1) {
    const before = countCalls();
    await cleanPages(deps, runId);
    expect(countCalls() - before).toBeLessThanOrEqual(UNITS_PER_TASK);
    expect(tasks).toBeLessThan(20);
  }
  expect(media.left.size).toBe(0);
  expect(await readRun(firestore, runId)).toMatchObject({
    outcome: 'finished',
    stats: { deletedImages: IMAGES, failed: 0 },
  });
  expect(taskIds.size).toBeGreaterThan(2);
});

test('counts each file once when every task is delivered twice at the same time', async () => {
  const { deps, runId, media } = await startRun();
  for (let tasks = 1; await readCurrentRun(firestore); tasks += 1) {
    await Promise.all([cleanPages(deps, runId), cleanPages(deps, runId)]);
    expect(tasks).toBeLessThan(20);
  }
  expect(media.left.size).toBe(0);
  expect(await readRun(firestore, runId)).toMatchObject({ stats: { deletedImages: IMAGES, failed: 0 } });
});

test('does not overwrite progress with that of a slow delivery', async () => {
  const { deps, runId } = await startRun();
  const { listResources } = deps.mediaAdmin;
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slowAdmin: MediaAdmin = {
    ...deps.mediaAdmin,
    async listResources(...parameters) {
      started.resolve();
      await released.promise;
      return listResources(...parameters);
    },
  };
  const slow = cleanPages({ ...deps, mediaAdmin: slowAdmin }, runId);
  await started.promise;
  while (await readCurrentRun(firestore)) await cleanPages(deps, runId);
  const finished = await readRun(firestore, runId);
  released.resolve();
  await slow;
  expect(await readRun(firestore, runId)).toEqual(finished);
});

test('starts no second series of tasks when a task is delivered again', async () => {
  const { deps, runId, taskIds } = await startRun();
  await cleanPages(deps, runId);
  await enqueuePages(deps);
  expect(taskIds.size).toBe(1);
});

test('pauses until the service allows more calls, then is resumed', async () => {
  const resetAt = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS);
  const refused = () => Promise.reject(new MediaError('list', 420, `Try again on ${resetAt.toUTCString()}`));
  const { deps, runId, taskIds } = await startRun({ listResources: refused });
  await cleanPages(deps, runId);
  expect(await readRun(firestore, runId)).toMatchObject({ endedAt: null, waitsUntil: resetAt });
  expect(await resumeCleanup(deps)).toBe(false);
  expect(taskIds.size).toBe(0);
  await firestore.doc(`cleanupRuns/${runId}`).update({ waitsUntil: new Date(Date.now() - 1) });
  expect(await resumeCleanup(deps)).toBe(true);
  expect(taskIds.size).toBe(1);
});

test('resumes a run whose task was lost', async () => {
  const { deps, taskIds } = await startRun();
  const minute = 60_000;
  expect(await resumeCleanup(deps, Date.now() + minute)).toBe(false);
  expect(await resumeCleanup(deps, Date.now() + 3 * minute)).toBe(true);
  expect(taskIds.size).toBe(1);
});

test('ends a run as failed when the service rejects its key', async () => {
  const rejected = () => Promise.reject(new MediaError('list', 401, 'Unknown key'));
  const { deps, runId } = await startRun({ listResources: rejected });
  await cleanPages(deps, runId);
  expect(await readRun(firestore, runId)).toMatchObject({ outcome: 'failed' });
  expect(await readCurrentRun(firestore)).toBeUndefined();
});
