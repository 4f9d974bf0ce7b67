import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredImage } from '../../media/stored-image.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { toMicros } from '../../spend/micros.ts';
import { monthOf, readMonth } from '../../spend/spend-store.ts';
import { readRoom } from '../../spend/read-room.ts';
import { batchReference } from '../store/batch-store.ts';
import type { Job } from './job.ts';
import {
  itemOf,
  noteShownProgress,
  progressOf,
  readJob,
  readShownProgress,
  writeItem,
} from './testing/create-job.ts';

vi.setConfig({ testTimeout: 30_000 });
const firestore = await startFirestore();
const LEASE_MS = 60_000;
const PRICE = toMicros(0.04);
const COST = toMicros(0.03);
const MONTH = monthOf(new Date());
const image: StoredImage = { publicId: 'one', version: 1, format: 'png', width: 1, height: 1, bytes: 9 };

const past = () => Timestamp.fromMillis(Date.now() - 1000);
const readItem = async () => (await itemOf(firestore).get()).data();
const readSpend = async () => {
  const { spent, reserved } = await readMonth(firestore, MONTH);
  return { spent, reserved };
};

/** Claimed by this worker, and noted as being called. */
async function startCall() {
  await writeItem(firestore);
  const job = await readJob(firestore);
  expect(await job.claim('me', LEASE_MS)).toEqual({ kind: 'claimed' });
  expect(await job.noteCalling(PRICE)).toBe('noted');
  return job;
}

beforeEach(async () => {
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  await firestore.recursiveDelete(firestore.collection('spend'));
});

describe('a renewal of the lease', () => {
  const startWork = async () => {
    await progressOf(firestore).delete();
    await writeItem(firestore);
    const job = await readJob(firestore);
    await job.claim('me', LEASE_MS);
    return job;
  };

  it('shows the owner how much of the item is done', async () => {
    const job = await startWork();
    job.noteProgress(0.25);
    expect(await readShownProgress(firestore)).toBeUndefined();
    expect(await job.renewLease('me', LEASE_MS)).toBe(true);
    expect(await readShownProgress(firestore)).toBe(0.25);
  });

  it('writes the item alone if nothing more is done', async () => {
    const job = await startWork();
    job.noteProgress(0.25);
    await job.renewLease('me', LEASE_MS);
    await progressOf(firestore).delete();
    await job.renewLease('me', LEASE_MS);
    expect(await readShownProgress(firestore)).toBeUndefined();
  });
});

describe('a claim', () => {
  it('leases a queued item and counts the attempt', async () => {
    await writeItem(firestore);
    const job = await readJob(firestore);
    expect(await job.claim('me', LEASE_MS)).toEqual({ kind: 'claimed' });
    expect(await readItem()).toMatchObject({ state: 'claimed', worker: 'me', attempts: 1 });
    expect(await (await readJob(firestore)).claim('another', LEASE_MS)).toMatchObject({ kind: 'later' });
  });

  it('shows the owner no progress of an earlier attempt', async () => {
    await writeItem(firestore, { attempts: 1 });
    await noteShownProgress(firestore, 0.8);
    await (await readJob(firestore)).claim('me', LEASE_MS);
    expect(await readShownProgress(firestore)).toBe(0);
  });

  it('is won by one of two deliveries', async () => {
    await writeItem(firestore);
    const [one, other] = [await readJob(firestore), await readJob(firestore)];
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
    expect(await (await readJob(firestore)).claim('me', LEASE_MS)).toMatchObject({ kind });
  });

  it('leaves an item at half price to its provider batch', async () => {
    await writeItem(firestore, {}, { halfPrice: 'openai' });
    expect(await (await readJob(firestore)).claim('me', LEASE_MS)).toEqual({ kind: 'half-price' });
    expect(await readItem()).toMatchObject({ state: 'queued', worker: null });
  });

  it.each(['queued', 'claimed'] as const)('cancels a %s item of a cancelled batch', async (state) => {
    await writeItem(firestore, { state, wakeAt: past() }, { cancelledAt: past() });
    expect(await (await readJob(firestore)).claim('me', LEASE_MS)).toEqual({ kind: 'settled' });
    expect(await readItem()).toMatchObject({ state: 'cancelled', isOpen: false });
  });
});

describe('a claim that notes its call', () => {
  it('reserves the maximum cost in the same commit', async () => {
    await writeItem(firestore);
    const [one, other] = [await readJob(firestore), await readJob(firestore)];
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
    await (await readJob(firestore)).claim('me', LEASE_MS, PRICE);
    expect(await readSpend()).toEqual({ spent: 0, reserved: 0 });
  });
});

describe('a call', () => {
  it('reserves its maximum cost, which its actual cost then replaces', async () => {
    const job = await startCall();
    expect(await readItem()).toMatchObject({ state: 'calling', reserved: PRICE, spendMonth: MONTH });
    expect(await readSpend()).toEqual({ spent: 0, reserved: PRICE });
    expect(await job.settle({ state: 'done', image, cost: COST })).toBe(true);
    expect(await readItem()).toMatchObject({ state: 'done', cost: COST, reserved: 0 });
    expect(await readSpend()).toEqual({ spent: COST, reserved: 0 });
  });

  it('is counted once if the item is settled twice', async () => {
    const job = await startCall();
    expect(await job.settle({ state: 'done', image, cost: COST })).toBe(true);
    expect(await job.settle({ state: 'done', image, cost: COST })).toBe(false);
    expect(await readSpend()).toEqual({ spent: COST, reserved: 0 });
  });

  it('counts the whole reserve if its cost is unknown', async () => {
    const job = await startCall();
    await job.settle({ state: 'uncertain', reason: 'Connection lost.' });
    expect(await readItem()).toMatchObject({ state: 'uncertain', cost: PRICE });
    expect(await readSpend()).toEqual({ spent: PRICE, reserved: 0 });
  });

  it.each(['another worker has the item', 'the item is cancelled', 'the item is deleted'])(
    'is not noted, and reserves nothing, when %s',
    async (change) => {
      await writeItem(firestore);
      const job = await readJob(firestore);
      await job.claim('me', LEASE_MS);
      if (change.startsWith('another')) await itemOf(firestore).update({ worker: 'another' });
      else if (change.endsWith('cancelled')) {
        await itemOf(firestore).update({ state: 'cancelled', isOpen: false });
      } else await itemOf(firestore).delete();
      for (const budget of ['', '100']) {
        vi.stubEnv('MONTHLY_BUDGET_USD', budget);
        expect(await job.noteCalling(PRICE)).toBe('lost');
      }
      expect(await readSpend()).toEqual({ spent: 0, reserved: 0 });
    },
  );

  it('fails the item when the budget is spent', async () => {
    await writeItem(firestore);
    const job = await readJob(firestore);
    await job.claim('me', LEASE_MS);
    vi.stubEnv('MONTHLY_BUDGET_USD', '0.01');
    expect(await job.noteCalling(PRICE)).toBe('refused');
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
    const job = await startCall();
    expect(await readOwn()).toEqual({ limit: 0.1, spent: 0, reserved: 0.04 });
    await job.settle({ state: 'done', image, cost: COST });
    expect(await readOwn()).toEqual({ limit: 0.1, spent: 0.03, reserved: 0 });
    await writeItem(firestore);
    const next = await readJob(firestore);
    await next.claim('me', LEASE_MS);
    expect(await next.noteCalling(toMicros(0.08))).toBe('refused');
    expect(await readItem()).toMatchObject({ state: 'failed', cost: 0 });
    expect(await readOwn()).toEqual({ limit: 0.1, spent: 0.03, reserved: 0 });
    const progress = await firestore.collectionGroup('marks').get();
    expect(JSON.stringify(progress.docs.map((each) => each.data()))).toContain(
      'Your monthly limit of $0.10 is used up. Ask an admin to raise it.',
    );
  });

  it('keeps the reserve of a lost worker until its call is settled', async () => {
    await startCall();
    await itemOf(firestore).update({ wakeAt: past() });
    expect(await readOwn()).toMatchObject({ spent: 0, reserved: 0.04 });
    const later = await readJob(firestore);
    expect(await later.claim('another', LEASE_MS)).toEqual({ kind: 'called' });
    expect(await readOwn()).toMatchObject({ spent: 0, reserved: 0.04 });
    await later.settle({ state: 'uncertain', reason: 'Connection lost.' });
    expect(await readOwn()).toMatchObject({ spent: 0.04, reserved: 0 });
  });

  it.each([
    ['is released', async (job: Job) => job.release(new Date(), undefined)],
    ['fails', async (job: Job) => job.settle({ state: 'failed', reason: 'Refused.' })],
    [
      'is cancelled',
      async (job: Job) => {
        await batchReference(firestore, job.batch.id).update({ cancelledAt: past() });
        await job.release(new Date(), undefined);
      },
    ],
  ])('has exactly the reserve back when the item %s', async (_, end) => {
    await end(await startCall());
    expect(await readOwn()).toEqual({ limit: 0.1, spent: 0, reserved: 0 });
  });

  it('is charged in the month of the reserve', async () => {
    vi.setSystemTime(Date.UTC(2026, 9, 31, 23, 59, 30));
    await writeItem(firestore);
    const job = await readJob(firestore);
    await job.claim('me', LEASE_MS);
    await job.noteCalling(PRICE);
    vi.setSystemTime(Date.UTC(2026, 10, 1, 0, 0, 30));
    await job.settle({ state: 'done', image, cost: COST });
    expect(await readMonth(firestore, '2026-10')).toMatchObject({
      byPerson: { artist: COST },
      reservedByPerson: { artist: 0 },
    });
    expect(await readOwn()).toEqual({ limit: 0.1, spent: 0, reserved: 0 });
  });
});

describe('an estimate', () => {
  it('is compared with the cost of what was made, without failed attempts', async () => {
    await writeItem(firestore, {}, { estimate: 0.2, total: 4 });
    const job = await readJob(firestore);
    await job.claim('me', LEASE_MS);
    await job.noteCalling(PRICE);
    await job.release(new Date(), toMicros(0.01));
    expect((await readMonth(firestore, MONTH)).overestimateByTool).toEqual({
      'image-generator': toMicros(-0.01),
    });
    await itemOf(firestore).update({ notBefore: past() });
    const again = await readJob(firestore);
    await again.claim('me', LEASE_MS);
    await again.noteCalling(PRICE);
    await again.settle({ state: 'done', image, cost: COST });
    // $0.05 was estimated, and $0.01 + $0.03 paid.
    expect((await readMonth(firestore, MONTH)).overestimateByTool).toEqual({
      'image-generator': toMicros(0.01),
    });
  });
});

describe('a release', () => {
  it('queues the item again with the cost of its failed attempt', async () => {
    const job = await startCall();
    const until = new Date(Date.now() + LEASE_MS);
    await job.release(until, COST);
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
    const job = await readJob(firestore);
    await job.claim('me', LEASE_MS);
    await job.release(new Date(), undefined);
    expect(await readItem()).toMatchObject({ state: 'queued', attempts: 0, spent: 0 });
  });

  it('cancels the item if its batch was cancelled meanwhile', async () => {
    const job = await startCall();
    await batchReference(firestore, job.batch.id).update({ cancelledAt: past() });
    await job.release(new Date(), COST);
    expect(await readItem()).toMatchObject({ state: 'cancelled', cost: COST });
    expect(await readSpend()).toEqual({ spent: COST, reserved: 0 });
  });

  it('changes nothing when another worker has the item', async () => {
    const job = await startCall();
    await itemOf(firestore).update({ worker: 'another' });
    await job.release(new Date(), COST);
    expect(await readItem()).toMatchObject({ state: 'calling', worker: 'another' });
    expect(await readSpend()).toEqual({ spent: 0, reserved: PRICE });
  });
});
