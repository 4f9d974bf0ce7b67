import { setTimeout as sleep } from 'node:timers/promises';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { beforeEach, expect, it } from 'vitest';
import { keepLease } from '../../platform/leases.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { nameOf, type LeasedItem } from './leased-item.ts';
import { itemOf, readLeased, writeItem } from './testing/create-item.ts';

const firestore = await startFirestore();
const LEASE_MS = 2000;
const reference = itemOf(firestore);

const readLeaseEnd = async (): Promise<number> => (await reference.get()).get('wakeAt').toMillis();

const keep = <Value>(
  leased: LeasedItem,
  work: (leaseLost: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  const renew = () => leased.renewLease('me', LEASE_MS);
  return keepLease({ renew, everyMs: LEASE_MS / 4, name: nameOf(leased) }, work);
};
const inAMinute = () => Timestamp.fromMillis(Date.now() + 60_000);

beforeEach(() =>
  writeItem(firestore, {
    state: 'claimed',
    attempts: 1,
    worker: 'me',
    wakeAt: Timestamp.fromMillis(Date.now() + LEASE_MS),
  }),
);

it('renews the lease until the work is done', async () => {
  const answer = await keep(await readLeased(firestore), async (leaseLost) => {
    for (let reads = 0; reads < 5; reads += 1) {
      await sleep(LEASE_MS / 4);
      expect(await readLeaseEnd()).toBeGreaterThan(Date.now());
    }
    expect(leaseLost.aborted).toBe(false);
    return 'done';
  });
  expect(answer).toBe('done');
  const end = await readLeaseEnd();
  await sleep(LEASE_MS / 2);
  expect(await readLeaseEnd()).toBe(end);
});

it('aborts the work when another worker has the item, and leaves the item alone', async () => {
  const wakeAt = inAMinute();
  await keep(await readLeased(firestore), async (leaseLost) => {
    await reference.update({ worker: 'another', wakeAt });
    await expect.poll(() => leaseLost.aborted).toBe(true);
  });
  expect((await reference.get()).data()).toMatchObject({ worker: 'another', wakeAt });
});

it('does not renew the lease of an item that the work has released', async () => {
  const leased = await readLeased(firestore);
  const until = inAMinute();
  let released: number | undefined;
  await keep(leased, async () => {
    await leased.release(until.toDate(), undefined);
    released = await readLeaseEnd();
    await sleep(LEASE_MS / 2);
  });
  expect((await reference.get()).data()).toMatchObject({ state: 'queued', worker: null });
  expect(await readLeaseEnd()).toBe(released);
});

it('continues after a renewal that failed', async () => {
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
  await keep(await readLeased(firestore, failingOnce), async (leaseLost) => {
    await sleep(LEASE_MS * 1.25);
    expect(leaseLost.aborted).toBe(false);
    expect(await readLeaseEnd()).toBeGreaterThan(Date.now());
  });
  expect(failures).toBe(1);
});
