import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { batchReference } from '../store/batch-store.ts';
import {
  itemOf,
  writeShownProgress,
  progressOf,
  readLeased,
  readShownProgress,
  writeItem,
} from './testing/create-item.ts';
import { COST, LEASE_MS, MONTH, past, PRICE, startCalls } from './testing/start-calls.ts';

const { firestore, readItem, readSpend, startCall } = await startCalls();

describe('a renewal of the lease', () => {
  const startWork = async () => {
    await progressOf(firestore).delete();
    await writeItem(firestore);
    const leased = await readLeased(firestore);
    await leased.claim('me', LEASE_MS);
    return leased;
  };

  it('shows the owner how much of the item is done', async () => {
    const leased = await startWork();
    leased.setProgress(0.25);
    expect(await readShownProgress(firestore)).toBeUndefined();
    expect(await leased.renewLease('me', LEASE_MS)).toBe(true);
    expect(await readShownProgress(firestore)).toBe(0.25);
  });

  it('writes the item alone if nothing more is done', async () => {
    const leased = await startWork();
    leased.setProgress(0.25);
    await leased.renewLease('me', LEASE_MS);
    await progressOf(firestore).delete();
    await leased.renewLease('me', LEASE_MS);
    expect(await readShownProgress(firestore)).toBeUndefined();
  });
});

describe('a claim', () => {
  it('leases a queued item and counts the attempt', async () => {
    await writeItem(firestore);
    const leased = await readLeased(firestore);
    expect(await leased.claim('me', LEASE_MS)).toEqual({ kind: 'claimed' });
    expect(await readItem()).toMatchObject({ state: 'claimed', worker: 'me', attempts: 1 });
    expect(await (await readLeased(firestore)).claim('another', LEASE_MS)).toMatchObject({ kind: 'later' });
  });

  it('shows the owner no progress of an earlier attempt', async () => {
    await writeItem(firestore, { attempts: 1 });
    await writeShownProgress(firestore, 0.8);
    await (await readLeased(firestore)).claim('me', LEASE_MS);
    expect(await readShownProgress(firestore)).toBe(0);
  });

  it('is won by one of two deliveries', async () => {
    await writeItem(firestore);
    const [one, other] = [await readLeased(firestore), await readLeased(firestore)];
    const claims = [await one.claim('one', LEASE_MS), await other.claim('other', LEASE_MS)];
    expect(claims).toEqual([{ kind: 'claimed' }, { kind: 'lost' }]);
  });

  it.each([
    ['waits for its turn', { notBefore: Timestamp.fromMillis(Date.now() + LEASE_MS) }, 'later'],
    ['was lost before its call', { state: 'claimed', attempts: 2, wakeAt: past() }, 'claimed'],
    ['was lost during its call', { state: 'calling', attempts: 1, wakeAt: past() }, 'called'],
    ['was lost too often', { state: 'claimed', attempts: 3, wakeAt: past() }, 'settled'],
    ['has ended', { state: 'done', isOpen: false }, 'settled'],
    ['waits for its picture', { state: 'waiting' }, 'waiting'],
  ] as const)('of an item that %s', async (_, item, kind) => {
    await writeItem(firestore, item);
    expect(await (await readLeased(firestore)).claim('me', LEASE_MS)).toMatchObject({ kind });
  });

  it('leaves an item at half price to its provider batch', async () => {
    await writeItem(firestore, {}, { halfPrice: 'openai' });
    expect(await (await readLeased(firestore)).claim('me', LEASE_MS)).toEqual({ kind: 'half-price' });
    expect(await readItem()).toMatchObject({ state: 'queued', worker: null });
  });

  it.each(['queued', 'claimed'] as const)('cancels a %s item of a cancelled batch', async (state) => {
    await writeItem(firestore, { state, wakeAt: past() }, { cancelledAt: past() });
    expect(await (await readLeased(firestore)).claim('me', LEASE_MS)).toEqual({ kind: 'settled' });
    expect(await readItem()).toMatchObject({ state: 'cancelled', isOpen: false });
  });
});

describe('a claim that notes its call', () => {
  it('reserves the maximum cost in the same commit', async () => {
    await writeItem(firestore);
    const [one, other] = [await readLeased(firestore), await readLeased(firestore)];
    const claims = [await one.claim('one', LEASE_MS, PRICE), await other.claim('other', LEASE_MS, PRICE)];
    expect(claims).toEqual([{ kind: 'claimed' }, { kind: 'lost' }]);
    const called = { state: 'calling', worker: 'one', attempts: 1, reserved: PRICE, spendMonth: MONTH };
    expect(await readItem()).toMatchObject(called);
    expect(await readSpend()).toEqual({ spent: 0, reserved: PRICE });
  });

  it.each([
    ['is cancelled', {}, { cancelledAt: past() }],
    ['was lost too often', { state: 'claimed', attempts: 3, wakeAt: past() }, {}],
    ['was lost during its call', { state: 'calling', attempts: 1, wakeAt: past() }, {}],
  ] as const)('reserves nothing for an item that %s', async (_, item, batch) => {
    await writeItem(firestore, item, batch);
    await (await readLeased(firestore)).claim('me', LEASE_MS, PRICE);
    expect(await readSpend()).toEqual({ spent: 0, reserved: 0 });
  });
});

describe('a release', () => {
  it('queues the item again with the cost of its failed attempt', async () => {
    const leased = await startCall();
    const until = new Date(Date.now() + LEASE_MS);
    await leased.release(until, COST);
    expect(await readItem()).toMatchObject({
      state: 'queued',
      isOpen: true,
      worker: null,
      attempts: 1,
      notBefore: Timestamp.fromDate(until),
      spent: COST,
      reserved: 0,
      spendMonth: null,
    });
    expect(await readSpend()).toEqual({ spent: COST, reserved: 0 });
  });

  it('does not count an attempt that made no call', async () => {
    await writeItem(firestore);
    const leased = await readLeased(firestore);
    await leased.claim('me', LEASE_MS);
    await leased.release(new Date(), undefined);
    expect(await readItem()).toMatchObject({ state: 'queued', attempts: 0, spent: 0 });
  });

  it('cancels the item if its batch was cancelled meanwhile', async () => {
    const leased = await startCall();
    await batchReference(firestore, leased.batch.id).update({ cancelledAt: past() });
    await leased.release(new Date(), COST);
    expect(await readItem()).toMatchObject({ state: 'cancelled', cost: COST });
    expect(await readSpend()).toEqual({ spent: COST, reserved: 0 });
  });

  it('changes nothing when another worker has the item', async () => {
    const leased = await startCall();
    await itemOf(firestore).update({ worker: 'another' });
    await leased.release(new Date(), COST);
    expect(await readItem()).toMatchObject({ state: 'calling', worker: 'another' });
    expect(await readSpend()).toEqual({ spent: 0, reserved: PRICE });
  });
});
