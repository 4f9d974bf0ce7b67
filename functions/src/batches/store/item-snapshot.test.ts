import { FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { beforeEach, expect, it } from 'vitest';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { toMicros } from '../../spend/micros.ts';
import { makeQueuedItem, type ItemRecord } from './batch-record.ts';
import { itemReference } from './batch-store.ts';
import {
  readItemSnapshot,
  updateIfUnchanged,
  updateWhileLeased,
  type ItemSnapshot,
  type ItemUpdate,
} from './item-snapshot.ts';

const firestore = await startFirestore();
const BATCH = 'batch';
const reference = itemReference(firestore, BATCH, 3);
const counter = firestore.doc('counters/one');

const now = Timestamp.now();
const claimed: ItemRecord = {
  ...makeQueuedItem(3, 3, now.toMillis(), now),
  state: 'claimed',
  attempts: 1,
  claimedAt: now,
  worker: 'me',
};

/** Has a second write in the same commit. */
const call: ItemUpdate = (writer, record) => {
  writer.set(counter, { calls: FieldValue.increment(1) }, { merge: true });
  return { ...record, state: 'calling', reserved: toMicros(0.04) };
};
const end: ItemUpdate = (_, record) => ({ ...record, state: 'done' });

const readSnapshot = async (): Promise<ItemSnapshot> => {
  const item = await readItemSnapshot(firestore, BATCH, 3);
  if (!item) throw new Error('The item does not exist.');
  return item;
};
const readState = async () => (await reference.get()).get('state');
const readCalls = async () => (await counter.get()).get('calls');

const fail = (code: number, message: string) => Object.assign(new Error(message), { code });

/** Commits fail with the error, before or after they are applied. */
const makeFailing = (isApplied: boolean, error: Error): Firestore =>
  new Proxy(firestore, {
    get(target, name: keyof Firestore) {
      if (name !== 'batch') return target[name];
      return () => {
        const writer = target.batch();
        const commit = writer.commit.bind(writer);
        return Object.assign(writer, {
          commit: async () => {
            if (isApplied) await commit();
            throw error;
          },
        });
      };
    },
  });

beforeEach(async () => {
  await reference.set(claimed);
  await counter.delete();
});

it('updates an unchanged item and tracks its new version', async () => {
  const item = await readSnapshot();
  expect(await updateIfUnchanged(firestore, BATCH, item, call)).toBe(true);
  expect(item.record.state).toBe('calling');
  expect(await updateWhileLeased(firestore, BATCH, item, end)).toBe(true);
  expect([await readState(), await readCalls()]).toEqual(['done', 1]);
});

it('writes nothing if another delivery claimed the item first', async () => {
  const item = await readSnapshot();
  await reference.update({ worker: 'another' });
  expect(await updateIfUnchanged(firestore, BATCH, item, call)).toBe(false);
  expect([await readState(), await readCalls()]).toEqual(['claimed', undefined]);
});

it('applies an update of the leaseholder on top of a change by the sweep', async () => {
  const item = await readSnapshot();
  const wakeAt = Timestamp.fromMillis(now.toMillis() + 60_000);
  await reference.update({ wakeAt });
  expect(await updateWhileLeased(firestore, BATCH, item, call)).toBe(true);
  expect([await readState(), await readCalls()]).toEqual(['calling', 1]);
  expect((await reference.get()).get('wakeAt').toMillis()).toBe(wakeAt.toMillis());
});

it('saves a started call on top of a change by the sweep', async () => {
  const item = await readSnapshot();
  await reference.update({ wakeAt: Timestamp.fromMillis(now.toMillis() + 60_000) });
  const startedCall = { id: 'call', key: 'key', paid: toMicros(0) };
  const save: ItemUpdate = (_, record) => ({ ...record, startedCall });
  expect(await updateWhileLeased(firestore, BATCH, item, save)).toBe(true);
  expect((await reference.get()).get('startedCall')).toEqual(startedCall);
});

it.each([
  ['leased to another worker', () => reference.update({ worker: 'another' })],
  ['final', () => reference.update({ state: 'cancelled', isOpen: false })],
  ['deleted', () => reference.delete()],
])('does not update an item that is %s', async (_, change) => {
  const item = await readSnapshot();
  await change();
  const before = (await reference.get()).data();
  expect(await updateWhileLeased(firestore, BATCH, item, call)).toBe(false);
  expect((await reference.get()).data()).toEqual(before);
  expect(await readCalls()).toBeUndefined();
});

it('applies an update once if the response to its commit is lost', async () => {
  const item = await readSnapshot();
  // The SDK retried the commit, and the precondition no longer held.
  const losingResponse = makeFailing(true, fail(9, 'the stored version does not match'));
  expect(await updateWhileLeased(losingResponse, BATCH, item, call)).toBe(true);
  expect([await readState(), await readCalls()]).toEqual(['calling', 1]);
  expect(await updateWhileLeased(firestore, BATCH, item, end)).toBe(true);
});

it('writes nothing if Firestore answers that the item was deleted', async () => {
  const item = await readSnapshot();
  await reference.delete();
  const failing = makeFailing(false, fail(5, 'no document to update'));
  expect(await updateWhileLeased(failing, BATCH, item, call)).toBe(false);
});

it('throws other errors', async () => {
  const item = await readSnapshot();
  const failing = makeFailing(false, fail(4, 'deadline exceeded'));
  await expect(updateWhileLeased(failing, BATCH, item, call)).rejects.toThrow('deadline exceeded');
  expect(await readState()).toBe('claimed');
});
