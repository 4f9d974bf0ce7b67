import { beforeEach, expect, it, vi } from 'vitest';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { checkBudget, readBudget, type Budget } from './check-budget.ts';
import { NO_MICROS, toMicros } from './micros.ts';
import { addSpend, readMonth } from './spend-store.ts';

// CI machines are slow.
vi.setConfig({ testTimeout: 30_000 });

const firestore = await startFirestore();
const MONTH = '2026-11';
const PRICE = toMicros(0.25);
const spender = { tool: 'stylizer', owner: 'ada' } as const;

async function setLimit(monthlyDollars: number): Promise<void> {
  await firestore.doc('settings/budget').set({ monthlyDollars });
  // The limit is cached for seconds.
  vi.setSystemTime(Date.now() + 60_000);
}

async function add({ spent = 0, reserved = 0 }): Promise<void> {
  const writer = firestore.batch();
  const amounts = { spent: toMicros(spent), reserved: toMicros(reserved) };
  addSpend(firestore, writer, MONTH, spender, amounts);
  await writer.commit();
}

async function see(price = PRICE): Promise<Budget> {
  const budget = await readBudget(firestore, MONTH, price);
  if (!budget) throw new Error('Expected a limit.');
  return budget;
}

const reserve = (budget: Budget, price = PRICE) =>
  firestore.runTransaction(async (transaction) => {
    const verdict = await checkBudget(firestore, transaction, budget, price);
    const reservation = { spent: NO_MICROS, reserved: price };
    if (verdict === 'fits') addSpend(firestore, transaction, MONTH, spender, reservation);
    return verdict;
  });

/** The reads of a check: one of the gate, one of the totals. */
async function countReads(budget: Budget): Promise<number> {
  const reads = vi.spyOn(firestore, 'collection');
  await firestore.runTransaction((transaction) => checkBudget(firestore, transaction, budget, PRICE));
  const { length } = reads.mock.calls;
  reads.mockRestore();
  return length;
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await firestore.recursiveDelete(firestore.doc(`spend/${MONTH}`));
});

it('spreads calls over several documents', async () => {
  for (let count = 0; count < 40; count += 1) await add({ spent: 0.01 });
  const shards = await firestore.collection(`spend/${MONTH}/shards`).get();
  expect(shards.size).toBeGreaterThan(1);
  expect((await readMonth(firestore, MONTH)).spent).toBe(toMicros(0.4));
});

it('fits to the cent, waits for reserves, and fails when spending leaves no room', async () => {
  await setLimit(1);
  await add({ spent: 0.5, reserved: 0.25 });
  expect(await reserve(await see())).toBe('fits');
  expect(await reserve(await see())).toBe('wait');
  await add({ reserved: -0.25 });
  expect(await reserve(await see())).toBe('fits');
  await add({ spent: 0.25, reserved: -0.25 });
  expect(await reserve(await see())).toBe('wait');
  await add({ spent: 0.000_001, reserved: -0.25 });
  expect(await reserve(await see())).toBe('used-up');
});

it('reads no other calls far from the limit', async () => {
  await setLimit(1000);
  await add({ spent: 900 });
  expect(await countReads(await see())).toBe(1);
});

it('keeps the limit when a worker reserves long after its check', async () => {
  await setLimit(60);
  await add({ spent: 9 });
  const late = await see();
  expect(late.isNear).toBe(false);
  await add({ spent: 50.75 });
  expect(await reserve(await see())).toBe('fits');
  expect(await reserve(late)).toBe('wait');
  await add({ spent: 0.25, reserved: -0.25 });
  expect(await reserve(late)).toBe('used-up');
});

it('keeps the limit when an expensive call comes in between', async () => {
  await setLimit(60);
  const late = await see();
  const expensive = toMicros(59.9);
  expect(await reserve(await see(expensive), expensive)).toBe('fits');
  expect(await reserve(late)).toBe('wait');
});

it('stops checking calls one by one after an admin raises the limit', async () => {
  await setLimit(60);
  await add({ spent: 59 });
  expect(await reserve(await see())).toBe('fits');
  expect(await countReads(await see())).toBe(2);
  await setLimit(1000);
  expect(await reserve(await see())).toBe('fits');
  expect(await countReads(await see())).toBe(1);
});

it('reserves the limit exactly with 20 workers at once', async () => {
  await setLimit(1);
  const budget = await see();
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => reserve(budget)));
  expect(verdicts.filter((verdict) => verdict === 'fits')).toHaveLength(4);
  expect(new Set(verdicts)).toEqual(new Set(['fits', 'wait']));
});
