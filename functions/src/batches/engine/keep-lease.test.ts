import { setTimeout as sleep } from 'node:timers/promises';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { beforeEach, expect, it, vi } from 'vitest';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import type { ItemRecord } from '../store/batch-record.ts';
import { itemReference, type Batch } from '../store/batch-store.ts';
import { makeItem } from './create-batch.ts';
import { keepLease } from './keep-lease.ts';
import { changeHeld, seeItem, type SeenItem } from '../store/seen-item.ts';

vi.setConfig({ testTimeout: 60_000 });
const firestore = await startFirestore();
const LEASE_MS = 2000;
const now = Timestamp.now();
const batch: Batch = {
  id: 'batch',
  tool: 'upscale',
  owner: 'artist',
  name: 'A batch',
  settings: {},
  uploads: null,
  total: 4,
  estimate: 0,
  createdAt: now,
  expiresAt: now,
  endedAt: null,
  cancelledAt: null,
  deletedAt: null,
  filesDeleted: false,
  storedBytes: 0,
  storedFiles: 0,
  allowanceDay: null,
  retried: { failed: null, uncertain: null },
  items: {},
};
const reference = itemReference(firestore, batch.id, 3);

const see = async (): Promise<SeenItem> => {
  const { item } = await seeItem(firestore, batch.id, 3);
  if (!item) throw new Error('There is no item.');
  return item;
};
const readLeaseEnd = async (): Promise<number> => (await reference.get()).get('wakeAt').toMillis();
const keep = <Value>(item: SeenItem, work: (lost: AbortSignal) => Promise<Value>, using = firestore) =>
  keepLease({ firestore: using }, batch, item, LEASE_MS, work);

beforeEach(async () => {
  const claimed: ItemRecord = {
    ...makeItem(3, 3, now.toMillis(), now),
    state: 'claimed',
    attempts: 1,
    worker: 'me',
    wakeAt: Timestamp.fromMillis(Date.now() + LEASE_MS),
  };
  await reference.set(claimed);
});

it('renews the lease until the work is done', async () => {
  const answer = await keep(await see(), async (lost) => {
    for (let looks = 0; looks < 8; looks += 1) {
      await sleep(LEASE_MS / 4);
      expect(await readLeaseEnd()).toBeGreaterThan(Date.now());
    }
    expect(lost.aborted).toBe(false);
    return 'done';
  });
  expect(answer).toBe('done');
  const end = await readLeaseEnd();
  await sleep(LEASE_MS / 2);
  expect(await readLeaseEnd()).toBe(end);
});

it('aborts the work when another worker has the item, and leaves it alone', async () => {
  const wakeAt = Timestamp.fromMillis(now.toMillis() + 60_000);
  await keep(await see(), async (lost) => {
    await reference.update({ worker: 'another', wakeAt });
    await expect.poll(() => lost.aborted, { timeout: 10_000 }).toBe(true);
  });
  expect((await reference.get()).data()).toMatchObject({ worker: 'another', wakeAt });
});

it('leaves an item alone that the work has released', async () => {
  const item = await see();
  const wakeAt = Timestamp.fromMillis(now.toMillis() + 60_000);
  await keep(item, async () => {
    await changeHeld(firestore, batch.id, item, (_, record) => ({
      ...record,
      state: 'queued',
      worker: null,
      wakeAt,
    }));
    await sleep(LEASE_MS);
  });
  expect((await reference.get()).data()).toMatchObject({ state: 'queued', wakeAt });
});

it('goes on after a renewal that failed', async () => {
  let failures = 0;
  const failingOnce = new Proxy(firestore, {
    get(target, name: keyof Firestore) {
      if (name === 'batch' && failures === 0) {
        failures += 1;
        throw new Error('unavailable');
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await keep(
    await see(),
    async (lost) => {
      await sleep(LEASE_MS * 1.5);
      expect(lost.aborted).toBe(false);
      expect(await readLeaseEnd()).toBeGreaterThan(Date.now());
    },
    failingOnce,
  );
  expect(failures).toBe(1);
});
