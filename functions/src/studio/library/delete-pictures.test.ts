import type { Source } from '@portal/contracts/source';
import { uploadPath } from '@portal/contracts/uploads';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  archivePath,
  makeSelection,
  readArchive,
  writeArchive,
} from '../../batches/archive/archive-store.ts';
import { describeSharedBatch } from '../../batches/api/describe-shared-batch.ts';
import { endBatchIfSettled } from '../../batches/engine/end-batch.ts';
import { removeBatch } from '../../batches/engine/remove-batch.ts';
import { copySource } from '../../batches/sources/copy-source.ts';
import { findSources } from '../../batches/sources/find-sources.ts';
import {
  createImage,
  createView,
  writeBatch,
  type BatchOverrides,
} from '../../batches/sources/testing/create-batches.ts';
import { makeQueuedItem } from '../../batches/store/batch-record.ts';
import { batchReference, readBatch, readItem, RETENTION_MS } from '../../batches/store/batch-store.ts';
import { describeBatch } from '../../batches/store/describe-batch.ts';
import { parseItemViews } from '../../batches/store/item-views.ts';
import { readItemViews, readLatestChange, writeItemProgress } from '../../batches/store/progress-store.ts';
import type { Deps } from '../../batches/deps.ts';
import { userReference } from '../../identity/access-store.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { toMicros } from '../../spend/micros.ts';
import { startApi } from '../../testing/start-api.ts';
import { createObject, startStorage } from '../../pictures/uploads/testing/start-storage.ts';
import { RemovalTaskSchema } from '../../platform/queues/queues.ts';
import { deletePictures } from './delete-pictures.ts';

const firestore = await startFirestore();
const FOLDER = 'folder-1';
const expiresAt = Timestamp.fromMillis(Date.now() + RETENTION_MS);

beforeEach(clearFirestore);

const STYLIZED: BatchOverrides = {
  tool: 'stylizer',
  total: 3,
  uploads: {
    folder: FOLDER,
    files: [0, 1, 2].map((index) => ({ id: `picture-${index}`, name: `${index}.png` })),
  },
  items: {
    0: createView({ image: createImage({ publicId: 'portal/stylizer/one/001' }), cost: toMicros(0.02) }),
    1: createView({ image: createImage({ publicId: 'portal/stylizer/one/002' }), cost: toMicros(0.03) }),
    2: createView({ state: 'failed', reason: 'No.' }),
  },
  storedBytes: 1800,
  storedFiles: 2,
  starred: [0, 1],
};

async function start() {
  const { deps: storage, objects } = await startStorage();
  const { deps } = await startApi(['ada']);
  const enqueue = vi.fn<Deps['queues']['enqueue']>().mockResolvedValue();
  const deleteOne = vi.fn<Deps['media']['deleteOne']>().mockResolvedValue();
  const all = {
    ...deps,
    ...storage,
    firestore,
    queues: { ...deps.queues, enqueue },
    media: { ...deps.media, deleteOne },
  };
  return {
    deps: all,
    objects,
    enqueue,
    deleteOne,
    remove: (...pictures: Source[]) => deletePictures(all, 'ada', pictures),
    /** Runs the tasks that were enqueued. */
    work: async () => {
      const tasks = enqueue.mock.calls.flatMap(([, enqueued]) => enqueued.map(({ data }) => data));
      for (const task of tasks) await removeBatch(all, RemovalTaskSchema.parse(task));
    },
  };
}

const picture = (index: number, batchId = 'one'): Source => ({ batchId, index, kind: 'result' });

async function readOne(id = 'one') {
  const batch = await readBatch(firestore, id);
  if (!batch) throw new Error('No batch.');
  return { batch, ...describeBatch(batch, await readItemViews(firestore, batch)) };
}

it('hides pictures and keeps counts and cost of the batch', async () => {
  await writeBatch(firestore, 'one', STYLIZED);
  const { remove } = await start();
  const before = await readLatestChange(firestore, undefined, 'ada');
  await remove(picture(0));
  const { batch, facts, doneCount, images } = await readOne();
  expect(images.map(({ index }) => index)).toEqual([1]);
  expect({ doneCount, cost: facts.cost, starred: facts.starred, failedCount: facts.failedCount }).toEqual({
    doneCount: 2,
    cost: 0.05,
    starred: [1],
    failedCount: 1,
  });
  expect(batch).toMatchObject({ storedBytes: 900, storedFiles: 1, deletedItems: [0] });
  expect(parseItemViews(batch.items)[0]?.image).toBeUndefined();
  expect((await readItem(firestore, 'one', 0))?.image).toBeNull();
  expect((await readItem(firestore, 'one', 1))?.image).not.toBeNull();
  const after = await readLatestChange(firestore, undefined, 'ada');
  expect(after.change?.version).not.toBe(before.change?.version);
});

it('says that the files are deleted when the last picture is', async () => {
  await writeBatch(firestore, 'one', STYLIZED);
  const { remove } = await start();
  await remove(picture(0));
  expect((await readOne()).facts.filesDeleted).toBe(false);
  await remove(picture(1));
  expect((await readOne()).facts).toMatchObject({ filesDeleted: true, status: 'completed' });
});

it('deletes results, originals and ZIPs of these pictures only', async () => {
  await writeBatch(firestore, 'one', STYLIZED);
  const { remove, work, objects, deleteOne, deps } = await start();
  const { id: selected, ...selection } = makeSelection('ada', [picture(0)]);
  const { id: other, ...otherSelection } = makeSelection('ada', [picture(1)]);
  const record = { naming: null, done: 0, requestedAt: Timestamp.now(), expiresAt, ready: { bytes: 1 } };
  await writeArchive(firestore, 'one', { ...record, digest: 'old' });
  await writeArchive(firestore, selected, { ...record, ...selection, digest: 'any' });
  await writeArchive(firestore, other, { ...record, ...otherSelection, digest: 'any' });
  const kept = [
    uploadPath('ada', FOLDER, 'picture-1'),
    uploadPath('ada', FOLDER, 'picture-2'),
    archivePath(other, 'any'),
    'results/portal/stylizer/one/002',
  ];
  const gone = [
    uploadPath('ada', FOLDER, 'picture-0'),
    `${uploadPath('ada', FOLDER, 'picture-0')}.thumbnail`,
    'results/portal/stylizer/one/001',
    'results/portal/stylizer/one/001.thumbnail',
    'kept/portal/stylizer/one/001',
    archivePath('one', 'old'),
    archivePath(selected, 'any'),
  ];
  for (const name of [...kept, ...gone]) objects.set(name, createObject());
  await remove(picture(0));
  expect(await readArchive(firestore, 'one')).toBeUndefined();
  // A new ZIP of the pictures that are left.
  await writeArchive(firestore, 'one', { ...record, digest: 'new' });
  objects.set(archivePath('one', 'new'), createObject());
  await work();
  expect([...objects.keys()].toSorted()).toEqual([...kept, archivePath('one', 'new')].toSorted());
  expect(deleteOne.mock.calls).toEqual([['portal/stylizer/one/001']]);
  expect(await readArchive(firestore, selected)).toBeUndefined();
  expect(await readArchive(firestore, other)).toBeDefined();
  expect(await deps.firestore.collection('archives').doc('one').get()).toMatchObject({ exists: true });
});

it('keeps an original that a retry still needs', async () => {
  await writeBatch(firestore, 'one', STYLIZED);
  await writeBatch(firestore, 'retry', {
    ...STYLIZED,
    total: 1,
    uploads: { folder: FOLDER, files: [{ id: 'picture-0', name: '0.png' }] },
    items: { 0: createView({ image: createImage() }) },
  });
  const { remove, work, objects } = await start();
  const path = uploadPath('ada', FOLDER, 'picture-0');
  objects.set(path, createObject());
  await remove(picture(0));
  await work();
  expect(objects.has(path)).toBe(true);
  await remove(picture(0, 'retry'));
  await work();
  expect(objects.has(path)).toBe(false);
});

it('can be repeated after it was interrupted', async () => {
  await writeBatch(firestore, 'one', STYLIZED);
  const { remove, work, enqueue, deleteOne } = await start();
  enqueue.mockRejectedValueOnce(new Error('The instance was lost.'));
  await expect(remove(picture(0))).rejects.toThrow('The instance was lost.');
  enqueue.mockClear();
  await remove(picture(0));
  await work();
  await work();
  expect(deleteOne).toHaveBeenCalledWith('portal/stylizer/one/001');
  expect((await readOne()).batch).toMatchObject({ deletedItems: [0], storedBytes: 900 });
});

it('deletes finished pictures of a running batch, which ends as usual', async () => {
  await writeBatch(firestore, 'one', {
    ...STYLIZED,
    endedAt: null,
    items: {},
    storedBytes: 0,
    storedFiles: 0,
  });
  const writer = firestore.batch();
  const batch = { owner: 'ada', tool: 'stylizer', id: 'one', expiresAt } as const;
  for (const index of [0, 1, 2]) {
    const isDone = index < 2;
    const item = {
      ...makeQueuedItem(index, index, Date.now(), expiresAt),
      state: isDone ? ('done' as const) : ('calling' as const),
      isOpen: !isDone,
      image: isDone ? createImage() : null,
    };
    writeItemProgress(firestore, writer, batch, item);
    writer.set(batchReference(firestore, 'one').collection('items').doc(String(index)), item);
  }
  await writer.commit();
  const { remove, work, deps } = await start();
  await expect(remove(picture(2))).rejects.toThrow('This picture is not finished.');
  await remove(picture(0));
  await work();
  expect((await readOne()).images.map(({ index }) => index)).toEqual([1]);
  await batchReference(firestore, 'one')
    .collection('items')
    .doc('2')
    .update({ state: 'failed', isOpen: false });
  await endBatchIfSettled(deps, 'one');
  const ended = await readOne();
  expect(ended.batch).toMatchObject({ storedBytes: 900, storedFiles: 1 });
  expect({
    ...ended.facts,
    images: ended.images.map(({ index }) => index),
    done: ended.doneCount,
  }).toMatchObject({
    status: 'completed',
    images: [1],
    done: 2,
  });
  expect(parseItemViews(ended.batch.items)[0]?.image).toBeUndefined();
});

it('deletes the original and the texts of the Keyword Generator', async () => {
  await writeBatch(firestore, 'one', {
    ...STYLIZED,
    tool: 'keyword-generator',
    items: Object.fromEntries(
      [0, 1].map((index) => [index, createView({ texts: { seo_image_title: 'Red kite' } })]),
    ),
  });
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'user' });
  const { remove, work, objects, deleteOne, deps } = await start();
  const path = uploadPath('ada', FOLDER, 'picture-0');
  objects.set(path, createObject());
  await expect(remove(picture(0))).rejects.toThrow('This batch has no results. Select its originals.');
  await remove({ ...picture(0), kind: 'original' });
  await work();
  expect(objects.has(path)).toBe(false);
  expect(deleteOne).not.toHaveBeenCalled();
  const { batch, texts } = await readOne();
  expect([...texts.keys()]).toEqual([1]);
  const shared = await describeSharedBatch(deps, batch, 'token');
  expect(shared.pictures.map(({ index }) => index)).toEqual([1]);
});

it('deletes nothing if one of the pictures is refused', async () => {
  await writeBatch(firestore, 'one', STYLIZED);
  await writeBatch(firestore, 'other', { ...STYLIZED, owner: 'bo' });
  const { remove } = await start();
  await expect(remove(picture(0), picture(0, 'other'))).rejects.toMatchObject({ code: 'not-found' });
  await expect(remove(picture(0), picture(2))).rejects.toThrow('This picture is not finished.');
  await expect(remove(picture(0), picture(3))).rejects.toThrow('This batch has no picture 4.');
  await expect(remove(picture(0), { ...picture(1), kind: 'original' })).rejects.toThrow(
    'Select results of this batch, not originals.',
  );
  expect((await readOne()).images).toHaveLength(2);
});

it('counts what is gone as deleted', async () => {
  await writeBatch(firestore, 'one', STYLIZED);
  await writeBatch(firestore, 'deleted', { ...STYLIZED, deletedAt: Timestamp.now() });
  await writeBatch(firestore, 'expired', { ...STYLIZED, expiresAt: Timestamp.fromMillis(Date.now() - 1) });
  const { remove } = await start();
  await remove(picture(0, 'deleted'), picture(0, 'expired'), picture(0, 'missing'), picture(1));
  expect((await readOne()).images.map(({ index }) => index)).toEqual([0]);
});

it('does not send deleted pictures, nor copy those that were sent before [D-one-studio.1]', async () => {
  await writeBatch(firestore, 'one', STYLIZED);
  const { remove, objects, deps } = await start();
  objects.set(uploadPath('ada', FOLDER, 'picture-0'), createObject());
  objects.set('results/portal/stylizer/one/001', createObject());
  await remove(picture(0));
  for (const kind of ['result', 'original'] as const) {
    const source = { ...picture(0), kind };
    await expect(findSources(deps, 'ada', new Map([[4, source]]))).rejects.toMatchObject({
      code: 'bad-request',
      details: [{ path: 'files.4', message: 'This picture was deleted.' }],
    });
    const signal = AbortSignal.timeout(1000);
    expect(await copySource(deps, 'ada', source, 'uploads/ada/folder-2/copy', signal)).toBeUndefined();
  }
});
