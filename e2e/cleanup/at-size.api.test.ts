import { Timestamp, type Query } from '@google-cloud/firestore';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Account } from '../support/accounts.ts';
import { firestore } from '../support/firestore.ts';
import { killFunction } from '../support/function-processes.ts';
import { holdCommits, releaseCommits, skipWithoutHolds } from '../support/hold-commits.ts';
import { addFaults, clearFaults, isHeld, releaseCalls } from '../support/sandbox.ts';
import {
  countRuns,
  hoursAgo,
  listAll,
  makeBatchRecord,
  postCleanup,
  prepareCleanup,
  readAdminCalls,
  readStats,
  restoreCleanup,
  runNightly,
  seedAssets,
  setHourlyLimit,
  waitForEnd,
  waitForRun,
} from '../support/storage-cleanup.ts';

const OWNER = 'somebody-with-many';
const ITEMS = 10;
const WRITES = 500;
const ALLOWED = 400;
const isOld = { createdAt: Timestamp.fromDate(hoursAgo(80)), expiresAt: Timestamp.fromDate(hoursAgo(8)) };
const later = Timestamp.fromDate(hoursAgo(-24));

let admin: Account;
beforeEach(skipWithoutHolds);
beforeEach(async () => {
  admin = await prepareCleanup();
});
afterEach(async () => {
  await releaseCommits();
  await releaseCalls();
  await restoreCleanup();
  const left = await firestore.collection('batches').where('owner', '==', OWNER).select().get();
  for (const { ref } of left.docs) await firestore.recursiveDelete(ref);
  await prepareCleanup();
  await postCleanup(admin);
  await restoreCleanup();
});

/** A batch of ten with its items and progress: 21 documents. */
function describeBatch(id: string, overrides: Record<string, unknown>): [string, object][] {
  const record = makeBatchRecord({ owner: OWNER, total: ITEMS, ...overrides });
  const { expiresAt, endedAt, owner, tool } = record;
  const parts = Array.from({ length: ITEMS }, (_, index): [string, object][] => [
    [
      `batches/${id}/items/${index}`,
      { index, isOpen: endedAt === null, state: 'done', wakeAt: later, expiresAt },
    ],
    [
      `batches/${id}/progress/${index}`,
      { owner, tool, batchId: id, changedAt: expiresAt, expiresAt, items: {} },
    ],
  ]);
  return [[`batches/${id}`, record], ...parts.flat()];
}

async function write(documents: readonly [string, object][]): Promise<void> {
  for (let start = 0; start < documents.length; start += WRITES) {
    const writer = firestore.batch();
    for (const [path, data] of documents.slice(start, start + WRITES)) writer.set(firestore.doc(path), data);
    await writer.commit();
  }
}

const ids = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`);
const countIn = async (documents: Query, expiresAt: Timestamp) =>
  (await documents.where('expiresAt', '==', expiresAt).count().get()).data().count;
const folderOf = (id: string) => `portal/image-generator/${id}/`;

test('deletes 10,000 old files and documents within all limits, despite killed workers [P9.23, P9.24, P9.27, D-media.14, D-media.19]', async () => {
  await postCleanup(admin);
  const [old, young, running] = [ids('sizeOld', 450), ids('sizeYoung', 25), ids('sizeRunning', 1)];
  const documents = [
    ...old.flatMap((id) => describeBatch(id, isOld)),
    ...young.flatMap((id) => describeBatch(id, { expiresAt: later })),
    // Cancelled, or the sweep would do that meanwhile.
    ...running.flatMap((id) => describeBatch(id, { ...isOld, endedAt: null, cancelledAt: Timestamp.now() })),
    ...ids('requests/sizeOld', 4).map((path): [string, object] => [path, { expiresAt: isOld.expiresAt }]),
  ];
  expect(documents).toHaveLength(10_000);
  await write(documents);
  const assets = [
    ...old.slice(0, 45).map((id) => ({ count: 170, prefix: folderOf(id) })),
    { count: 150, prefix: folderOf('sizeYoung0') },
    { count: 100, prefix: folderOf('sizeRunning0') },
    { count: 1000, prefix: 'old/', type: 'upload' as const, createdAt: hoursAgo(80) },
    { count: 350, prefix: 'young/', type: 'upload' as const },
    { count: 500, prefix: 'old/', resourceType: 'video' as const, createdAt: hoursAgo(80) },
    { count: 250, prefix: 'old/', resourceType: 'raw' as const, createdAt: hoursAgo(80) },
  ];
  expect(assets.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
  for (const asset of assets) await seedAssets(asset);
  await setHourlyLimit(ALLOWED);
  const runs = await countRuns();

  const nightly = runNightly();
  await waitForRun(({ stats }) => Number(Object(stats).deletedImages) > 2000);
  // The worker is lost after the service has deleted a page, before it gets the response.
  await addFaults({
    provider: 'cloudinary',
    match: { promptIncludes: 'DELETE resources' },
    fault: { kind: 'hold', at: 'after' },
  });
  await expect.poll(() => isHeld('DELETE resources')).toBe(true);
  expect(await killFunction('cleanupPages')).toBe(1);
  await clearFaults();
  await releaseCalls();
  // A second run joins the first.
  const second = runNightly();
  // The next worker is lost after it has saved its progress, before it gets the response.
  const step = 'documents items';
  await holdCommits('/cleanupRuns/', step, 'step');
  await waitForRun((run) => run.step === step);
  expect(await killFunction('cleanupPages')).toBe(1);
  await releaseCommits();
  expect(await Promise.all([nightly, second])).toEqual([200, 200]);
  await waitForEnd();

  expect(await countRuns()).toBe(runs + 1);
  const calls = await readAdminCalls();
  expect(calls.refused).toBe(0);
  expect(calls.busiestMinute).toBeLessThanOrEqual(500);
  expect(calls.leastRemaining).toBeGreaterThanOrEqual(ALLOWED / 10);
  const { lastCleanup } = await readStats(admin);
  expect(lastCleanup).toMatchObject({
    trigger: 'nightly',
    outcome: 'finished',
    stats: { deletedImages: 8650, deletedVideos: 500, deletedRaw: 250, failed: 0 },
  });
  await setHourlyLimit(1_000_000);
  const images = await listAll();
  expect(images).toHaveLength(250);
  expect(images.every((id) => /^portal\/image-generator\/size(Young|Running)0\//.test(id))).toBe(true);
  expect(await listAll('image', 'upload')).toHaveLength(350);
  expect(await listAll('video')).toEqual([]);
  expect(await listAll('raw')).toEqual([]);
  for (const group of ['items', 'progress']) {
    expect(await countIn(firestore.collectionGroup(group), later), group).toBe(young.length * ITEMS);
    expect(await countIn(firestore.collectionGroup(group), isOld.expiresAt), group).toBe(
      running.length * ITEMS,
    );
  }
  expect(await countIn(firestore.collection('batches'), isOld.expiresAt)).toBe(running.length);
  expect(await countIn(firestore.collection('batches'), later)).toBe(young.length);
  expect(await countIn(firestore.collectionGroup('requests'), isOld.expiresAt)).toBe(0);
});
