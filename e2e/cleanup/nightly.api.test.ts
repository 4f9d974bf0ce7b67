import { Timestamp, type DocumentReference } from '@google-cloud/firestore';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BUCKET, listObjects } from '../support/storage.ts';
import { config } from '../config.ts';
import type { Account } from '../support/accounts.ts';
import { firestore } from '../support/firestore.ts';
import {
  hoursAgo,
  listAll,
  makeBatchRecord,
  prepareCleanup,
  readStats,
  protectAssets,
  restoreCleanup,
  runNightly,
  seedAssets,
  seedBatch,
} from '../support/storage-cleanup.ts';

const expired = { createdAt: Timestamp.fromDate(hoursAgo(73)), expiresAt: Timestamp.fromDate(hoursAgo(1)) };
const inADay = Timestamp.fromDate(hoursAgo(-24));

let admin: Account;
beforeEach(async () => {
  admin = await prepareCleanup();
});
const seeded: DocumentReference[] = [];
afterEach(async () => {
  // Other tests wait until no batch is running.
  for (const batch of seeded.splice(0)) await firestore.recursiveDelete(batch);
  await restoreCleanup();
});

const countOf = (ids: readonly string[], prefix: string) => ids.filter((id) => id.startsWith(prefix)).length;

async function putObject(name: string): Promise<void> {
  const query = new URLSearchParams({ uploadType: 'media', name });
  const url = `http://${config.storageAddress}/upload/storage/v1/b/${BUCKET}/o?${query.toString()}`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'image/png' },
    body: 'abc',
  });
  expect(answer.status).toBe(200);
}

/** With an item and its progress, as the engine leaves them. */
async function seedWhole(overrides: Record<string, unknown>) {
  const record = makeBatchRecord(overrides);
  const { id, folder } = await seedBatch(overrides);
  const batch = firestore.doc(`batches/${id}`);
  seeded.push(batch);
  const { expiresAt } = record;
  await batch
    .collection('items')
    .doc('0')
    .set({ index: 0, state: 'done', isOpen: record.endedAt === null, wakeAt: inADay, expiresAt });
  await batch
    .collection('progress')
    .doc('0')
    .set({ ...record, batchId: id, changedAt: Timestamp.now(), items: {} });
  await firestore.doc(`histories/nobody/progress/${id}`).set({ expiresAt });
  return { id, folder, batch };
}

const countDocuments = async (id: string) => {
  const batch = firestore.doc(`batches/${id}`);
  const [record, items, progress, history] = await Promise.all([
    batch.get(),
    batch.collection('items').get(),
    batch.collection('progress').get(),
    firestore.doc(`histories/nobody/progress/${id}`).get(),
  ]);
  return Number(record.exists) + items.size + progress.size + Number(history.exists);
};

test('deletes everything that has expired, and nothing newer or in progress [P1.8, P9.22, P9.27, T9.0.24, D-batches.9, D-media.19]', async () => {
  // Deletes what other tests have left, so that it is not counted below.
  expect(await runNightly()).toBe(200);
  const uploads = (folder: string) => ({
    uploads: { folder, files: [{ id: 'picture-1', name: 'one.png' }] },
  });
  const old = await seedWhole({ ...expired, ...uploads('folder-of-old') });
  const young = await seedWhole(uploads('folder-of-young'));
  // Expired, and still running.
  const running = await seedWhole({ ...expired, ...uploads('folder-of-running'), endedAt: null });
  // Its uploads are also used by a retry that has not expired.
  const shared = await seedWhole({ ...expired, ...uploads('folder-of-young') });
  for (const { folder } of [old, young, running, shared]) await seedAssets({ count: 3, prefix: folder });
  await seedAssets({ count: 4, prefix: 'foreign-old/', type: 'upload', createdAt: hoursAgo(73) });
  await seedAssets({ count: 4, prefix: 'foreign-young/', type: 'upload', createdAt: hoursAgo(71) });
  await seedAssets({
    count: 2,
    prefix: 'old.mp4',
    resourceType: 'video',
    type: 'private',
    createdAt: hoursAgo(73),
  });
  await seedAssets({
    count: 2,
    prefix: 'old.txt',
    resourceType: 'raw',
    type: 'upload',
    createdAt: hoursAgo(73),
  });
  await seedAssets({ count: 1, prefix: 'portal/image-generator/Gone1/', createdAt: hoursAgo(73) });
  await seedAssets({ count: 1, prefix: 'portal/image-generator/Gone2/', createdAt: hoursAgo(71) });
  for (const folder of ['folder-of-old', 'folder-of-young', 'folder-of-running', 'folder-of-nobody'])
    await putObject(`uploads/someone/${folder}/a`);
  for (const { id, folder } of [old, young, running]) {
    await putObject(`archives/${id}/digest.zip`);
    await putObject(`kept/${folder}001`);
    await putObject(`results/${folder}001`);
  }
  await firestore.doc(`requests/old-${old.id}`).set({ expiresAt: expired.expiresAt });
  await firestore.doc(`requests/young-${old.id}`).set({ expiresAt: inADay });
  await firestore.doc(`cleanupRuns/old-${old.id}`).set({ expiresAt: expired.expiresAt });

  expect(await runNightly()).toBe(200);

  const images = await listAll();
  expect([old, young, running, shared].map(({ folder }) => countOf(images, folder))).toEqual([0, 3, 3, 0]);
  expect(countOf(images, 'portal/image-generator/Gone1/')).toBe(0);
  expect(countOf(images, 'portal/image-generator/Gone2/')).toBe(1);
  expect(countOf(await listAll('image', 'upload'), 'foreign-old/')).toBe(0);
  expect(countOf(await listAll('image', 'upload'), 'foreign-young/')).toBe(4);
  expect(countOf(await listAll('video', 'private'), 'old.mp4')).toBe(0);
  expect(countOf(await listAll('raw', 'upload'), 'old.txt')).toBe(0);
  const left = await Promise.all([old, young, running, shared].map(({ id }) => countDocuments(id)));
  // A change in the owner's history has its own expiry.
  expect(left).toEqual([0, 4, 3, 0]);
  expect(await listObjects('uploads/someone/')).toEqual([
    'uploads/someone/folder-of-nobody/a',
    'uploads/someone/folder-of-running/a',
    'uploads/someone/folder-of-young/a',
  ]);
  for (const [{ id, folder }, count] of [
    [old, 0],
    [young, 1],
    [running, 1],
  ] as const) {
    expect(await listObjects(`archives/${id}/`)).toHaveLength(count);
    expect(await listObjects(`kept/${folder}`)).toHaveLength(count);
    expect(await listObjects(`results/${folder}`)).toHaveLength(count);
  }
  expect((await firestore.doc(`requests/old-${old.id}`).get()).exists).toBe(false);
  expect((await firestore.doc(`requests/young-${old.id}`).get()).exists).toBe(true);
  expect((await firestore.doc(`cleanupRuns/old-${old.id}`).get()).exists).toBe(false);
  const { lastCleanup, nextCleanupAt } = await readStats(admin);
  expect(lastCleanup).toMatchObject({ trigger: 'nightly', outcome: 'finished', stats: { failed: 0 } });
  expect(lastCleanup?.stats.deletedVideos).toBe(2);
  expect(lastCleanup?.stats.deletedRaw).toBe(2);
  expect(lastCleanup?.extras.batches).toBe(2);
  expect(nextCleanupAt).toMatch(/T02:00:00.000Z$/);
  expect(Date.parse(nextCleanupAt) - Date.now()).toBeLessThanOrEqual(24 * 60 * 60 * 1000);

  // Running it twice at the same time does no harm.
  expect(await Promise.all([runNightly(), runNightly()])).toEqual([200, 200]);
  expect(await Promise.all([young, running].map(({ id }) => countDocuments(id)))).toEqual([4, 3]);
  await running.batch.update({ endedAt: Timestamp.now() });
  expect(await runNightly()).toBe(200);
  expect(await countDocuments(running.id)).toBe(0);
  expect(countOf(await listAll(), running.folder)).toBe(0);
  await firestore.recursiveDelete(young.batch);
});

test('keeps the batch of a file that could not be deleted until a later night [D-media.19]', async () => {
  const { id, folder } = await seedBatch(expired);
  await seedAssets({ count: 2, prefix: folder });
  await protectAssets(`${folder}1`);
  expect(await runNightly()).toBe(200);
  expect((await readStats(admin)).lastCleanup).toMatchObject({ outcome: 'finished', stats: { failed: 1 } });
  expect((await listAll()).filter((publicId) => publicId.startsWith(folder))).toEqual([`${folder}1`]);
  expect((await firestore.doc(`batches/${id}`).get()).exists).toBe(true);

  await protectAssets(null);
  expect(await runNightly()).toBe(200);
  expect((await listAll()).filter((publicId) => publicId.startsWith(folder))).toEqual([]);
  expect((await firestore.doc(`batches/${id}`).get()).exists).toBe(false);
});

test('is scheduled for 2:00 UTC every day with retries [P9.22, D-media.19]', async () => {
  const answer = await fetch(new URL('/backends', config.functionsUrl));
  const text = JSON.stringify(await answer.json());
  const schedule = /"name":"cleanup",.*?"schedule":(\{.*?\}\})/.exec(text)?.[1] ?? text;
  expect(JSON.parse(schedule)).toMatchObject({
    schedule: '0 2 * * *',
    timeZone: 'Etc/UTC',
    retryConfig: { retryCount: 3 },
  });
});
