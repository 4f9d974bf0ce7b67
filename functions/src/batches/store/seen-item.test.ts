import { FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { beforeEach, expect, it, vi } from 'vitest';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { toMicros } from '../../spend/micros.ts';
import type { ItemRecord } from './batch-record.ts';
import { itemReference } from './batch-store.ts';
import { makeItem } from '../engine/create-batch.ts';
import { changeHeld, changeSeen, seeItem, type Change, type SeenItem } from './seen-item.ts';

vi.setConfig({ testTimeout: 30_000 });
const firestore = await startFirestore();
const BATCH = 'batch';
const reference = itemReference(firestore, BATCH, 3);
const counter = firestore.doc('counters/one');

const now = Timestamp.now();
const claimed: ItemRecord = {
  ...makeItem(3, 3, now.toMillis(), now),
  state: 'claimed',
  attempts: 1,
  claimedAt: now,
  worker: 'me',
};

/** With something that belongs to the change, and must happen once. */
const call: Change = (writer, record) => {
  writer.set(counter, { calls: FieldValue.increment(1) }, { merge: true });
  return { ...record, state: 'calling', reserved: toMicros(0.04) };
};

const see = async (): Promise<SeenItem> => {
  const { item } = await seeItem(firestore, BATCH, 3);
  if (!item) throw new Error('There is no item.');
  return item;
};
const readState = async () => (await reference.get()).get('state');
const readCalls = async () => (await counter.get()).get('calls');

const fail = (code: number, message: string) => Object.assign(new Error(message), { code });

/** With commits that are done, or not, and then fail. */
const makeFailing = (isDone: boolean, error: Error): Firestore =>
  new Proxy(firestore, {
    get(target, name: keyof Firestore) {
      if (name !== 'batch') return target[name];
      return () => {
        const writer = target.batch();
        const commit = writer.commit.bind(writer);
        return Object.assign(writer, {
          commit: async () => {
            if (isDone) await commit();
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

it('changes what nobody else has changed, and follows it', async () => {
  const item = await see();
  expect(await changeSeen(firestore, BATCH, item, call)).toBe(true);
  expect(item.record.state).toBe('calling');
  expect(await changeHeld(firestore, BATCH, item, (_, record) => ({ ...record, state: 'stored' }))).toBe(
    true,
  );
  expect([await readState(), await readCalls()]).toEqual(['stored', 1]);
});

it('a claim that another delivery was faster with changes nothing', async () => {
  const item = await see();
  await reference.update({ worker: 'another' });
  expect(await changeSeen(firestore, BATCH, item, call)).toBe(false);
  expect([await readState(), await readCalls()]).toEqual(['claimed', undefined]);
});

it('whoever has the lease goes on from what the sweep has noted meanwhile', async () => {
  const item = await see();
  const wakeAt = Timestamp.fromMillis(now.toMillis() + 60_000);
  await reference.update({ wakeAt });
  expect(await changeHeld(firestore, BATCH, item, call)).toBe(true);
  expect([await readState(), await readCalls()]).toEqual(['calling', 1]);
  expect((await reference.get()).get('wakeAt').toMillis()).toBe(wakeAt.toMillis());
});

it.each([
  ['is held by another', () => reference.update({ worker: 'another' })],
  ['is final', () => reference.update({ state: 'cancelled', isOpen: false })],
  ['is gone', () => reference.delete()],
])('an item that %s is left alone', async (_, change) => {
  const item = await see();
  await change();
  const before = (await reference.get()).data();
  expect(await changeHeld(firestore, BATCH, item, call)).toBe(false);
  expect((await reference.get()).data()).toEqual(before);
  expect(await readCalls()).toBeUndefined();
});

it('a change whose answer is lost is made once', async () => {
  const item = await see();
  // The SDK has sent it once more, and its condition no longer held.
  const forgetful = makeFailing(true, fail(9, 'the stored version does not match'));
  expect(await changeHeld(forgetful, BATCH, item, call)).toBe(true);
  expect([await readState(), await readCalls()]).toEqual(['calling', 1]);
  // And is followed all the same.
  expect(await changeHeld(firestore, BATCH, item, (_, record) => ({ ...record, state: 'stored' }))).toBe(
    true,
  );
});

it('a fault of another kind is no answer', async () => {
  const item = await see();
  const failing = makeFailing(false, fail(4, 'it took too long'));
  await expect(changeHeld(failing, BATCH, item, call)).rejects.toThrow('it took too long');
  expect(await readState()).toBe('claimed');
});
