import type { Firestore } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredImage } from '../../pictures/media/stored-image.ts';
import { toMicros } from '../../spend/micros.ts';
import { readRoom } from '../../spend/read-room.ts';
import { readMonth } from '../../spend/spend-store.ts';
import { batchReference } from '../store/batch-store.ts';
import type { LeasedItem } from './leased-item.ts';
import { itemOf, readLeased, writeItem } from './testing/create-item.ts';
import { COST, LEASE_MS, MONTH, past, PRICE, startCalls } from './testing/start-calls.ts';

const { firestore, readItem, readSpend, startCall } = await startCalls();
const image: StoredImage = { publicId: 'one', version: 1, format: 'png', width: 1, height: 1, bytes: 9 };

describe('a call', () => {
  it('reserves its maximum cost, which its actual cost then replaces', async () => {
    const leased = await startCall();
    expect(await readItem()).toMatchObject({ state: 'calling', reserved: PRICE, spendMonth: MONTH });
    expect(await readSpend()).toEqual({ spent: 0, reserved: PRICE });
    expect(await leased.settle({ state: 'done', image, cost: COST })).toBe(true);
    expect(await readItem()).toMatchObject({ state: 'done', cost: COST, reserved: 0 });
    expect(await readSpend()).toEqual({ spent: COST, reserved: 0 });
  });

  it.each(['', '100'])('renews the lease with its reserve, budget %j', async (budget) => {
    await writeItem(firestore);
    const leased = await readLeased(firestore);
    await leased.claim('me', LEASE_MS);
    await itemOf(firestore).update({ wakeAt: past() });
    vi.stubEnv('MONTHLY_BUDGET_USD', budget);
    expect(await leased.reserveCall(PRICE)).toBe('reserved');
    const another = await readLeased(firestore);
    expect(await another.claim('another', LEASE_MS)).toMatchObject({ kind: 'later' });
  });

  it('is counted once if the item is settled twice', async () => {
    const leased = await startCall();
    expect(await leased.settle({ state: 'done', image, cost: COST })).toBe(true);
    expect(await leased.settle({ state: 'done', image, cost: COST })).toBe(false);
    expect(await readSpend()).toEqual({ spent: COST, reserved: 0 });
  });

  it('counts the whole reserve if its cost is unknown', async () => {
    const leased = await startCall();
    await leased.settle({ state: 'uncertain', reason: 'Connection lost.' });
    expect(await readItem()).toMatchObject({ state: 'uncertain', cost: PRICE });
    expect(await readSpend()).toEqual({ spent: PRICE, reserved: 0 });
  });

  it.each(['another worker has the item', 'the item is cancelled', 'the item is deleted'])(
    'is not marked, and reserves nothing, when %s',
    async (change) => {
      await writeItem(firestore);
      const leased = await readLeased(firestore);
      await leased.claim('me', LEASE_MS);
      if (change.startsWith('another')) await itemOf(firestore).update({ worker: 'another' });
      else if (change.endsWith('cancelled')) {
        await itemOf(firestore).update({ state: 'cancelled', isOpen: false });
      } else await itemOf(firestore).delete();
      for (const budget of ['', '100']) {
        vi.stubEnv('MONTHLY_BUDGET_USD', budget);
        expect(await leased.reserveCall(PRICE)).toBe('lost');
      }
      expect(await readSpend()).toEqual({ spent: 0, reserved: 0 });
    },
  );

  it('waits for its turn when too many calls reserve at the same time', async () => {
    await writeItem(firestore);
    const contended = new Proxy(firestore, {
      get(target, name: keyof Firestore) {
        if (name !== 'runTransaction') return target[name];
        return () => Promise.reject(Object.assign(new Error('contention'), { code: 10 }));
      },
    });
    const leased = await readLeased(firestore, contended);
    await leased.claim('me', LEASE_MS);
    vi.stubEnv('MONTHLY_BUDGET_USD', '100');
    expect(await leased.reserveCall(PRICE)).toBe('wait');
    expect(await readItem()).toMatchObject({ state: 'claimed' });
  });

  it('fails the item when the budget is spent', async () => {
    await writeItem(firestore);
    const leased = await readLeased(firestore);
    await leased.claim('me', LEASE_MS);
    vi.stubEnv('MONTHLY_BUDGET_USD', '0.01');
    expect(await leased.reserveCall(PRICE)).toBe('refused');
    expect(await readItem()).toMatchObject({ state: 'failed', isOpen: false, cost: 0 });
    expect(await readSpend()).toEqual({ spent: 0, reserved: 0 });
  });
});

describe('a limit of the owner', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await firestore.doc('settings/limits').set({ everyone: null, people: { artist: 0.1 } });
    passCaches();
    return async () => {
      await firestore.doc('settings/limits').delete();
      passCaches();
      vi.useRealTimers();
    };
  });
  // The clock of the test before was ahead as well.
  let time = Date.now();
  const passCaches = () => {
    time += 15_000;
    vi.setSystemTime(time);
  };

  const readOwn = async () => {
    passCaches();
    return (await readRoom(firestore, 'artist')).person;
  };

  it('reserves with the item, returns what is left, and names itself when used up', async () => {
    const leased = await startCall();
    expect(await readOwn()).toEqual({ limit: 0.1, spent: 0, reserved: 0.04 });
    await leased.settle({ state: 'done', image, cost: COST });
    expect(await readOwn()).toEqual({ limit: 0.1, spent: 0.03, reserved: 0 });
    await writeItem(firestore);
    const next = await readLeased(firestore);
    await next.claim('me', LEASE_MS);
    expect(await next.reserveCall(toMicros(0.08))).toBe('refused');
    expect(await readItem()).toMatchObject({ state: 'failed', cost: 0 });
    expect(await readOwn()).toEqual({ limit: 0.1, spent: 0.03, reserved: 0 });
    const progress = await firestore.collectionGroup('progress').get();
    expect(JSON.stringify(progress.docs.map((each) => each.data()))).toContain(
      'Your monthly limit of $0.10 is used up. Ask an admin to raise it.',
    );
  });

  it('keeps the reserve of a lost worker until its call is settled', async () => {
    await startCall();
    await itemOf(firestore).update({ wakeAt: past() });
    expect(await readOwn()).toMatchObject({ spent: 0, reserved: 0.04 });
    const later = await readLeased(firestore);
    expect(await later.claim('another', LEASE_MS)).toEqual({ kind: 'called' });
    expect(await readOwn()).toMatchObject({ spent: 0, reserved: 0.04 });
    await later.settle({ state: 'uncertain', reason: 'Connection lost.' });
    expect(await readOwn()).toMatchObject({ spent: 0.04, reserved: 0 });
  });

  it.each([
    ['is released', async (leased: LeasedItem) => leased.release(new Date(), undefined)],
    ['fails', async (leased: LeasedItem) => leased.settle({ state: 'failed', reason: 'Refused.' })],
    [
      'is cancelled',
      async (leased: LeasedItem) => {
        await batchReference(firestore, leased.batch.id).update({ cancelledAt: past() });
        await leased.release(new Date(), undefined);
      },
    ],
  ])('has exactly the reserve back when the item %s', async (_, end) => {
    await end(await startCall());
    expect(await readOwn()).toEqual({ limit: 0.1, spent: 0, reserved: 0 });
  });

  it('is charged in the month of the reserve', async () => {
    vi.setSystemTime(Date.UTC(2026, 9, 31, 23, 59, 30));
    await writeItem(firestore);
    const leased = await readLeased(firestore);
    await leased.claim('me', LEASE_MS);
    await leased.reserveCall(PRICE);
    vi.setSystemTime(Date.UTC(2026, 10, 1, 0, 0, 30));
    await leased.settle({ state: 'done', image, cost: COST });
    expect(await readMonth(firestore, '2026-10')).toMatchObject({
      byPerson: { artist: COST },
      byDay: { '31': COST },
      reservedByPerson: { artist: 0 },
    });
    expect(await readOwn()).toEqual({ limit: 0.1, spent: 0, reserved: 0 });
  });
});

describe('an estimate', () => {
  it('is compared with the cost of what was made, without failed attempts', async () => {
    await writeItem(firestore, {}, { estimate: 0.2, total: 4 });
    const leased = await readLeased(firestore);
    await leased.claim('me', LEASE_MS);
    await leased.reserveCall(PRICE);
    await leased.release(new Date(), toMicros(0.01));
    expect((await readMonth(firestore, MONTH)).overestimateByTool).toEqual({
      'image-generator': toMicros(-0.01),
    });
    await itemOf(firestore).update({ notBefore: past() });
    const again = await readLeased(firestore);
    await again.claim('me', LEASE_MS);
    await again.reserveCall(PRICE);
    await again.settle({ state: 'done', image, cost: COST });
    // $0.05 was estimated, and $0.01 + $0.03 paid.
    expect((await readMonth(firestore, MONTH)).overestimateByTool).toEqual({
      'image-generator': toMicros(0.01),
    });
  });
});
