import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, it } from 'vitest';
import { writeBatch } from '../../batches/sources/testing/create-batches.ts';
import { batchReference, readBatch } from '../../batches/store/batch-store.ts';
import { readLatestChange } from '../../batches/store/progress-store.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { starPictures } from './star-pictures.ts';

const firestore = await startFirestore();
const deps = { firestore };

beforeEach(clearFirestore);

const star = (add: number[], remove: number[] = [], owner = 'ada') =>
  starPictures(deps, owner, 'one', { add, remove });
const readChange = async () => (await readLatestChange(firestore, undefined, 'ada')).change?.version;

it('adds and removes stars, sorted and without doubles', async () => {
  await writeBatch(firestore, 'one', { total: 10 });
  expect(await star([7, 2, 7])).toEqual([2, 7]);
  expect(await star([3], [2, 5])).toEqual([3, 7]);
  expect((await readBatch(firestore, 'one'))?.starred).toEqual([3, 7]);
  expect(await star([], [3, 7])).toEqual([]);
});

it('notes a change for polls, and none if all stars are as before', async () => {
  await writeBatch(firestore, 'one');
  const before = await readChange();
  await star([0]);
  const starred = await readChange();
  expect(starred).not.toBe(before);
  await star([0]);
  expect(await readChange()).toBe(starred);
});

it('does not prolong the life of a batch [D-one-studio.3]', async () => {
  await writeBatch(firestore, 'one');
  const { expiresAt } = (await readBatch(firestore, 'one')) ?? {};
  await star([0]);
  expect((await readBatch(firestore, 'one'))?.expiresAt).toEqual(expiresAt);
});

it('rejects pictures that the batch does not have', async () => {
  await writeBatch(firestore, 'one', { total: 2 });
  await expect(star([2])).rejects.toThrow('This batch has no picture 3.');
  await expect(star([], [5])).rejects.toThrow('This batch has no picture 6.');
});

it('ignores pictures that were deleted', async () => {
  await writeBatch(firestore, 'one', { total: 2, deletedItems: [1] });
  expect(await star([0, 1])).toEqual([0]);
});

it('does not find a batch of another person, a deleted one or an expired one', async () => {
  await writeBatch(firestore, 'one');
  await expect(star([0], [], 'bo')).rejects.toThrow('Batch not found.');
  await batchReference(firestore, 'one').update({ deletedAt: Timestamp.now() });
  await expect(star([0])).rejects.toThrow('Batch not found.');
  await writeBatch(firestore, 'one', { expiresAt: Timestamp.fromMillis(Date.now() - 1) });
  await expect(star([0])).rejects.toThrow('Batch not found.');
});
