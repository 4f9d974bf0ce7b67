import type { CheckKind } from '@portal/contracts/checks';
import { beforeEach, expect, it } from 'vitest';
import { writeBatch } from '../../batches/sources/testing/create-batches.ts';
import { readBatch } from '../../batches/store/batch-store.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { dismissCheck } from './dismiss-check.ts';
import { readDismissals } from './dismissal-counts.ts';

const firestore = await startFirestore();

beforeEach(clearFirestore);

const dismiss = (index: number, kind: CheckKind, isDismissed = true, owner = 'ada') =>
  dismissCheck({ firestore }, owner, 'one', { index, kind, isDismissed });
const readDismissed = async () => (await readBatch(firestore, 'one'))?.dismissed;

it('keeps what is no problem for one picture, until it is taken back', async () => {
  await writeBatch(firestore, 'one', { total: 3 });
  expect(await dismiss(1, 'soft')).toEqual(['soft']);
  expect(await dismiss(1, 'text')).toEqual(['soft', 'text']);
  expect(await dismiss(1, 'text')).toEqual(['soft', 'text']);
  expect(await dismiss(2, 'frame')).toEqual(['frame']);
  expect(await dismiss(1, 'soft', false)).toEqual(['text']);
  expect(await dismiss(0, 'soft', false)).toEqual([]);
  expect(await readDismissed()).toEqual({ 1: ['text'], 2: ['frame'] });
});

it('counts how often the studio dismisses each check, once for a picture', async () => {
  await writeBatch(firestore, 'one', { total: 3 });
  await dismiss(0, 'soft');
  await dismiss(0, 'text');
  await dismiss(0, 'text');
  await dismiss(1, 'text');
  await dismiss(1, 'frame');
  await dismiss(1, 'frame', false);
  expect(await readDismissals(firestore)).toEqual([
    { kind: 'text', count: 2 },
    { kind: 'soft', count: 1 },
  ]);
});

it('refuses pictures that the batch does not have, and batches of others', async () => {
  await writeBatch(firestore, 'one', { total: 2 });
  await expect(dismiss(2, 'soft')).rejects.toThrow('This batch has no picture 3.');
  await expect(dismiss(0, 'soft', true, 'bo')).rejects.toThrow('Batch not found.');
  expect(await readDismissed()).toBeUndefined();
});
