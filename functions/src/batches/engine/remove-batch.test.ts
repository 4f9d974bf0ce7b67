import { uploadPath } from '@portal/contracts/uploads';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Deps } from '../deps.ts';
import { userReference } from '../../identity/access-store.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { startApi } from '../../testing/start-api.ts';
import { createObject, startStorage } from '../../pictures/uploads/testing/start-storage.ts';
import { archivePath, makeSelection, writeArchive } from '../archive/archive-store.ts';
import { writeBatch, type BatchOverrides } from '../sources/testing/create-batches.ts';
import { batchReference } from '../store/batch-store.ts';
import { shareBatch } from '../store/share-store.ts';
import { saveFailedWork } from './save-failed-work.ts';
import { removeBatch } from './remove-batch.ts';

const firestore = await startFirestore();
const deletedAt = Timestamp.now();
const ORIGINAL = uploadPath('ada', 'folder-1', 'picture-0');
const STYLIZED: BatchOverrides = {
  tool: 'stylizer',
  uploads: { folder: 'folder-1', files: [{ id: 'picture-0', name: '0.png' }] },
};
const COLLECTIONS = ['batches', 'archives', 'failedWork', 'shares'];

beforeEach(async () => {
  for (const name of COLLECTIONS) await firestore.recursiveDelete(firestore.collection(name));
});

async function start(deletePrefix = vi.fn<Deps['media']['deletePrefix']>().mockResolvedValue(1)) {
  const { deps: storage, objects } = await startStorage();
  const { deps } = await startApi(['ada']);
  const all = { ...deps, ...storage, firestore, media: { ...deps.media, deletePrefix } };
  return { objects, deletePrefix, remove: () => removeBatch(all, { batchId: 'one' }) };
}

const count = async () => {
  const sizes = COLLECTIONS.map(async (name) => (await firestore.collection(name).get()).size);
  return Promise.all(sizes);
};

it('removes files and records of a deleted batch, and nothing of another', async () => {
  const { objects, deletePrefix, remove } = await start();
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'user' });
  await writeBatch(firestore, 'one', STYLIZED);
  await writeBatch(firestore, 'two', { ...STYLIZED, uploads: null });
  const { id: selected, ...selection } = makeSelection('ada', [{ batchId: 'one', index: 0, kind: 'result' }]);
  const archive = {
    naming: null,
    digest: 'd',
    done: 0,
    requestedAt: deletedAt,
    expiresAt: deletedAt,
    ready: null,
  };
  await writeArchive(firestore, selected, { ...archive, ...selection });
  for (const id of ['one', 'two']) {
    await writeArchive(firestore, id, archive);
    await saveFailedWork(firestore, id, 'not-deleted');
    await shareBatch(firestore, 'ada', id);
  }
  const foldersOf = (id: string) => [
    archivePath(id, 'd'),
    `kept/portal/stylizer/${id}/001`,
    `results/portal/stylizer/${id}/001`,
  ];
  for (const name of [...foldersOf('one'), ...foldersOf('two'), ORIGINAL, archivePath(selected, 'd')])
    objects.set(name, createObject());
  await batchReference(firestore, 'one').update({ deletedAt });
  await remove();
  expect([...objects.keys()].toSorted()).toEqual(foldersOf('two').toSorted());
  expect(deletePrefix.mock.calls).toEqual([['portal/stylizer/one']]);
  expect(await count()).toEqual([1, 1, 1, 1]);
  expect((await firestore.collectionGroup('items').get()).size).toBe(1);
});

it('takes deleted pictures off the list of failed work once their files are gone', async () => {
  const { remove } = await start();
  await writeBatch(firestore, 'one', { ...STYLIZED, tool: 'keyword-generator', deletedItems: [0] });
  for (const kind of ['not-deleted', 'uncertain'] as const) await saveFailedWork(firestore, 'one', kind);
  await remove();
  const left = (await firestore.collection('failedWork').get()).docs.map(({ id }) => id);
  expect(left).toEqual(['one~uncertain']);
});

it('keeps uploads that a retry still needs', async () => {
  const { objects, remove } = await start();
  await writeBatch(firestore, 'one', { ...STYLIZED, deletedAt });
  await writeBatch(firestore, 'retry', STYLIZED);
  objects.set(ORIGINAL, createObject());
  await remove();
  expect([...objects.keys()]).toEqual([ORIGINAL]);
  expect((await batchReference(firestore, 'one').get()).exists).toBe(false);
});

it('leaves a batch until its calls have ended, and finds it again after an error', async () => {
  const { objects, deletePrefix, remove } = await start();
  await writeBatch(firestore, 'one', { ...STYLIZED, deletedAt, endedAt: null });
  objects.set(ORIGINAL, createObject());
  await remove();
  expect(deletePrefix).not.toHaveBeenCalled();
  await batchReference(firestore, 'one').update({ endedAt: deletedAt });
  deletePrefix.mockRejectedValueOnce(new Error('The service is down.'));
  await expect(remove()).rejects.toThrow('The service is down.');
  expect([...objects.keys()]).toEqual([ORIGINAL]);
  await remove();
  expect(objects.size).toBe(0);
  expect((await batchReference(firestore, 'one').get()).exists).toBe(false);
  await remove();
  expect(deletePrefix).toHaveBeenCalledTimes(2);
});
