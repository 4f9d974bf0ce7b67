import { Timestamp, WriteBatch } from 'firebase-admin/firestore';
import { beforeEach, expect, it, vi } from 'vitest';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { writeBatch, type BatchOverrides } from '../sources/testing/create-batches.ts';
import {
  batchDocuments,
  hasEnded,
  isOver,
  markFilesDeleted,
  readBatchStates,
  readFolderUse,
} from './expired-batches.ts';
import { batchReference, readBatch } from './batch-store.ts';
import { readLatestChange } from './progress-store.ts';

const firestore = await startFirestore();
const at = (second: number) => Timestamp.fromMillis(1_700_000_000_000 + second * 1000);
const CUTOFF = at(10);
const OVER = { endedAt: at(1), expiresAt: at(2) };
const STORED = { storedBytes: 9, storedFiles: 1 };

beforeEach(clearFirestore);

const write = (id: string, overrides: BatchOverrides = {}) =>
  writeBatch(firestore, id, { ...OVER, items: {}, ...overrides });
const withFiles = (folder: string, ...ids: string[]): BatchOverrides => ({
  uploads: { folder, files: ids.map((id) => ({ id, name: `${id}.png` })) },
});
const readStates = (ids: readonly string[]) => readBatchStates(firestore, ids);

it.each([
  ['has ended and expired', OVER, true, true],
  ['ended and expired at the cutoff', { endedAt: CUTOFF, expiresAt: CUTOFF }, true, true],
  ['expires later', { ...OVER, expiresAt: at(11) }, true, false],
  ['ended later', { ...OVER, endedAt: at(11) }, false, false],
  ['is running', { ...OVER, endedAt: null }, false, false],
])('knows that a batch %s', (_, batch, ended, over) => {
  expect({ ended: hasEnded(batch, CUTOFF), over: isOver(batch, CUTOFF) }).toEqual({ ended, over });
});

it('reads the states of batches that exist', async () => {
  await write('one', { deletedItems: [2] });
  await write('two', { owner: 'bo', tool: 'upscale', filesDeleted: true });
  const states = await readStates(['one', 'missing', 'two', 'one']);
  expect(states).toEqual(
    new Map([
      [
        'one',
        { ...OVER, id: 'one', owner: 'ada', tool: 'image-generator', filesDeleted: false, deletedItems: [2] },
      ],
      ['two', { ...OVER, id: 'two', owner: 'bo', tool: 'upscale', filesDeleted: true }],
    ]),
  );
  expect(await readStates([])).toEqual(new Map());
});

it.each([
  [3, 3],
  [12, 10],
])('names the documents of a batch with %i items', (total, progress) => {
  const paths = batchDocuments(firestore, 'one', total).map(({ path }) => path);
  expect(new Set(paths).size).toBe(total + progress);
  expect(paths.filter((path) => path.startsWith('batches/one/items/'))).toHaveLength(total);
  expect(paths).toContain(`batches/one/items/${total - 1}`);
});

it('knows which folders and files no batch needs', async () => {
  await write('over', withFiles('over', 'a'));
  await write('retry', { ...withFiles('over', 'a'), ...OVER });
  await write('one', { ...withFiles('shared', 'a', 'b', 'c'), deletedItems: [0, 1] });
  await write('two', { ...withFiles('shared', 'b'), expiresAt: at(11) });
  await write('removed', { ...withFiles('shared', 'c'), deletedAt: at(3) });
  const use = await readFolderUse(firestore, ['over', 'shared', 'unused', 'over'], CUTOFF);
  expect([...use.keys()].toSorted()).toEqual(['over', 'shared']);
  expect(use.get('over')).toEqual({ isOver: true, deleted: new Set() });
  expect(use.get('shared')).toEqual({ isOver: false, deleted: new Set(['a']) });
});

it('asks for more folders than fit into one query', async () => {
  const folders = Array.from({ length: 31 }, (_, index) => `folder-${index}`);
  await Promise.all([0, 29, 30].map((index) => write(`batch${index}`, withFiles(folders[index] ?? '', 'a'))));
  const use = await readFolderUse(firestore, folders, CUTOFF);
  expect([...use.keys()].toSorted()).toEqual(['folder-0', 'folder-29', 'folder-30']);
});

it('marks deleted files, and leaves batches whose files were deleted before', async () => {
  await write('one', STORED);
  await write('two', { ...STORED, filesDeleted: true });
  await markFilesDeleted(firestore, [...(await readStates(['one', 'two'])).values()]);
  expect(await readBatch(firestore, 'one')).toMatchObject({
    filesDeleted: true,
    storedBytes: 0,
    storedFiles: 0,
  });
  expect(await readBatch(firestore, 'two')).toMatchObject(STORED);
  expect((await readLatestChange(firestore, undefined, 'ada')).change?.batchId).toBe('one');
});

it('marks deleted files of many batches, but not of batches removed meanwhile', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => `batch${index}`);
  const writer = firestore.batch();
  await write('batch0', STORED);
  const record = (await batchReference(firestore, 'batch0').get()).data() ?? {};
  for (const id of ids) writer.set(batchReference(firestore, id), record);
  await writer.commit();
  const states = [...(await readStates(ids)).values()];
  await batchReference(firestore, 'batch100').delete();
  await markFilesDeleted(firestore, states);
  const noted = await firestore.collection('batches').where('filesDeleted', '==', true).count().get();
  expect(noted.data().count).toBe(100);
});

it('marks deleted files of each other batch if one of them was removed', async () => {
  for (const id of ['one', 'two', 'three']) await write(id, STORED);
  const states = [...(await readStates(['one', 'two', 'three'])).values()];
  await batchReference(firestore, 'two').delete();
  await markFilesDeleted(firestore, states);
  expect((await readBatch(firestore, 'one'))?.filesDeleted).toBe(true);
  expect((await readBatch(firestore, 'three'))?.filesDeleted).toBe(true);
});

it.each([
  ['in the first commit', 0],
  ['after a batch was removed', 1],
])('does not hide an error %s', async (_, removed) => {
  await write('one', STORED);
  const states = [...(await readStates(['one'])).values()];
  const commit = vi.spyOn(WriteBatch.prototype, 'commit');
  for (let count = 0; count < removed; count += 1)
    commit.mockRejectedValueOnce(Object.assign(new Error('no document'), { code: 5 }));
  commit.mockRejectedValueOnce(Object.assign(new Error('too busy'), { code: 8 }));
  await expect(markFilesDeleted(firestore, states)).rejects.toThrow('too busy');
  commit.mockRestore();
});
