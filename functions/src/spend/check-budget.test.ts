import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import {
  checkBudget,
  findShortfall,
  findShortfallOf,
  readBudget,
  type Budget,
  type Verdict,
} from './check-budget.ts';
import { NO_MICROS, toMicros } from './micros.ts';
import { readPersonLimit } from './person-limits.ts';
import { readRoom } from './read-room.ts';
import { addSpend, gateReference, monthOf, readMonth } from './spend-store.ts';

// CI machines are slow.
vi.setConfig({ testTimeout: 30_000 });

const firestore = await startFirestore();
const MONTH = '2026-11';
const PRICE = toMicros(0.25);
const spender = { tool: 'stylizer', owner: 'ada' } as const;

async function setLimit(monthlyDollars: number | null): Promise<void> {
  await firestore.doc('settings/budget').set({ monthlyDollars });
  passCaches();
}

async function setPersonLimits(everyone: number | null, people: Record<string, number | null> = {}) {
  await firestore.doc('settings/limits').set({ everyone, people });
  passCaches();
}

/** Limits are cached for seconds. */
const passCaches = () => vi.setSystemTime(Date.now() + 60_000);

async function add({ spent = 0, reserved = 0, owner = 'ada' }, month = MONTH): Promise<void> {
  const writer = firestore.batch();
  const amounts = { spent: toMicros(spent), reserved: toMicros(reserved) };
  addSpend(firestore, writer, month, { ...spender, owner }, amounts);
  await writer.commit();
}

async function see(price = PRICE, owner = 'ada'): Promise<Budget> {
  const budget = await readBudget(firestore, MONTH, owner, price);
  if (!budget) throw new Error('Expected a limit.');
  return budget;
}

const reserve = async (budget: Budget, price = PRICE): Promise<Verdict['kind']> =>
  (await tryToReserve(budget, price)).kind;

const tryToReserve = (budget: Budget, price = PRICE) =>
  firestore.runTransaction(async (transaction) => {
    const verdict = await checkBudget(firestore, transaction, budget, price);
    const reservation = { spent: NO_MICROS, reserved: price };
    if (verdict.kind === 'fits') addSpend(firestore, transaction, MONTH, spender, reservation);
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
  await firestore.recursiveDelete(firestore.collection('spend'));
  await firestore.recursiveDelete(firestore.collection('settings'));
  passCaches();
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
  expect(late.limits.map(({ isNear }) => isNear)).toEqual([false]);
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

const USED_UP = { kind: 'used-up', reason: 'Your monthly limit of $1 is used up. Ask an admin to raise it.' };

describe('a person’s limit', () => {
  it('has room to the cent, beside what others spend', async () => {
    await setPersonLimits(null, { ada: 1 });
    await add({ spent: 100, reserved: 100, owner: 'grace' });
    await add({ spent: 0.5, reserved: 0.25 });
    expect(await reserve(await see())).toBe('fits');
    expect(await reserve(await see())).toBe('wait');
    await add({ spent: 0.250_001, reserved: -0.25 });
    expect(await tryToReserve(await see())).toEqual(USED_UP);
    expect(await readBudget(firestore, MONTH, 'grace', PRICE)).toBeUndefined();
  });

  it('is the default limit unless the person has their own', async () => {
    await setPersonLimits(0.2, { ada: 1, grace: null });
    expect(await reserve(await see())).toBe('fits');
    expect(await readBudget(firestore, MONTH, 'grace', PRICE)).toBeUndefined();
    expect(await reserve(await see(PRICE, 'linus'))).toBe('used-up');
    await setPersonLimits(0.2);
    expect(await reserve(await see(PRICE, 'constructor'))).toBe('used-up');
  });

  it('and the studio’s budget each refuse', async () => {
    await setLimit(0.3);
    await setPersonLimits(1);
    expect(await reserve(await see())).toBe('fits');
    expect(await reserve(await see())).toBe('wait');
    await add({ spent: 0.25, reserved: -0.25 });
    expect(await tryToReserve(await see())).toMatchObject({ reason: expect.stringContaining('studio') });
    await setLimit(null);
    expect(await reserve(await see())).toBe('fits');
    await add({ spent: 0.6 });
    expect(await tryToReserve(await see())).toEqual(USED_UP);
  });

  it('is reserved exactly with 20 workers at once', async () => {
    await setPersonLimits(1);
    const budget = await see();
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => reserve(budget)));
    expect(verdicts.filter((verdict) => verdict === 'fits')).toHaveLength(4);
    expect(new Set(verdicts)).toEqual(new Set(['fits', 'wait']));
    expect((await readMonth(firestore, MONTH)).reservedByPerson).toEqual({ ada: toMicros(1) });
  });

  it('holds when a worker reserves long after its check', async () => {
    await setPersonLimits(20);
    await add({ spent: 9 });
    const small = toMicros(0.05);
    const late = await see(small);
    expect(late.limits.map(({ isNear }) => isNear)).toEqual([false]);
    expect(await countReads(late)).toBe(1);
    await add({ spent: 10.9 });
    expect(await reserve(await see(small), small)).toBe('fits');
    expect(await reserve(await see(small), small)).toBe('fits');
    expect(await reserve(late, small)).toBe('wait');
  });

  it('is full again in the next month', async () => {
    await setPersonLimits(1);
    await add({ spent: 1 });
    expect(await reserve(await see())).toBe('used-up');
    const next = await readBudget(firestore, '2026-12', 'ada', PRICE);
    if (!next) throw new Error('Expected a limit.');
    expect(await firestore.runTransaction((each) => checkBudget(firestore, each, next, PRICE))).toEqual({
      kind: 'fits',
    });
  });

  it('refuses a batch that it cannot cover', async () => {
    await setPersonLimits(1);
    await add({ spent: 0.5, reserved: 0.4 }, monthOf(new Date()));
    const find = (count: number, maxCost = PRICE) => findShortfall(firestore, 'ada', 0.1, maxCost, count);
    expect(await find(3)).toBeUndefined();
    expect(await find(4)).toBe(
      'This batch needs up to $0.55, and $0.50 is left of your monthly limit. Choose fewer images, or ask an admin to raise it.',
    );
    expect(await find(1, toMicros(0.6))).toBe(USED_UP.reason);
    await setPersonLimits(null);
    expect(await find(100)).toBeUndefined();
  });
});

describe('a batch or job', () => {
  const find = (items: [price: number, maxCost: number, count: number][], owner = 'ada') =>
    findShortfallOf(
      firestore,
      owner,
      items.map(([price, maxCost, count]) => ({ price, maxCost: toMicros(maxCost), count })),
      'job',
    );

  it('may need exactly what is left', async () => {
    await setPersonLimits(1);
    expect(await find([[0.1, 0.1, 10]])).toBeUndefined();
    expect(await find([[1, 1, 1]])).toBeUndefined();
    expect(await find([[0.1, 0.100_001, 10]])).toContain('needs up to $1.01, and $1.00 is left of your');
  });

  it('needs all its prices, plus the largest excess of a maximum cost over its price', async () => {
    await setPersonLimits(0.75);
    const cheap = [0.1, 0.1, 3] as [number, number, number];
    expect(await find([cheap, [0.1, 0.25, 3]])).toBeUndefined();
    expect(await find([cheap, [0.1, 0.26, 3]])).toContain('This job needs up to $0.76, and $0.75 is left');
    expect(await find([cheap, [0.1, 0.76, 1]])).toBe(
      'Your monthly limit of $0.75 is used up. Ask an admin to raise it.',
    );
  });

  it('is refused by the studio’s budget, too', async () => {
    await setLimit(1);
    expect(await find([[0.1, 0.1, 11]])).toBe(
      "This job needs up to $1.10, and $1.00 is left of the studio's budget for this month. " +
        'Choose fewer images, or ask an admin to raise the budget.',
    );
  });
});

describe('the gate of a person’s limit', () => {
  const SMALL = toMicros(0.01);
  const gate = (person: string) => gateReference(firestore, MONTH, person).get();

  it('applies near the limit, however much is left of the studio’s budget', async () => {
    await setLimit(1000);
    await setPersonLimits(null, { ada: 1 });
    await add({ spent: 0.995 });
    expect(await reserve(await see(SMALL), SMALL)).toBe('used-up');
  });

  it('closes near the limit, opens well below it, and affects only that person', async () => {
    await setPersonLimits(20);
    await add({ spent: 13 });
    expect(await reserve(await see())).toBe('fits');
    expect((await gate('ada')).exists).toBe(false);
    await add({ spent: 3 });
    expect(await reserve(await see(SMALL), SMALL)).toBe('fits');
    expect((await gate('ada')).data()).toEqual({ isClosed: true });
    expect((await gate('grace')).exists).toBe(false);
    // Above the margin, where an open gate would stay open.
    await add({ spent: -3 });
    expect(await reserve(await see(SMALL), SMALL)).toBe('fits');
    expect((await gate('ada')).data()).toEqual({ isClosed: true });
    await add({ spent: -4 });
    expect(await reserve(await see(SMALL), SMALL)).toBe('fits');
    expect((await gate('ada')).data()).toEqual({ isClosed: false });
    expect(await countReads(await see(SMALL))).toBe(1);
  });
});

it('reads the limits of people a fifth as often as other settings', async () => {
  vi.stubEnv('CACHE_SECONDS', '2');
  await setPersonLimits(1);
  expect(await readPersonLimit(firestore, 'ada')).toBe(1);
  await firestore.doc('settings/limits').set({ everyone: 2, people: {} });
  vi.setSystemTime(Date.now() + 9000);
  expect(await readPersonLimit(firestore, 'ada')).toBe(1);
  vi.setSystemTime(Date.now() + 2000);
  await vi.waitFor(async () => expect(await readPersonLimit(firestore, 'ada')).toBe(2));
});

describe('the room', () => {
  const now = () => monthOf(new Date());

  it('is unknown without limits', async () => {
    expect(await readRoom(firestore, 'ada')).toEqual({ month: now(), person: null, studio: null });
  });

  it('is what the person’s limit and the studio’s budget leave', async () => {
    await setLimit(10);
    await setPersonLimits(5, { grace: null });
    await add({ spent: 1.5, reserved: 0.25 }, now());
    await add({ spent: 2, reserved: 0.5, owner: 'grace' }, now());
    const studio = { left: 6.5, reserved: 0.75 };
    const person = { limit: 5, spent: 1.5, reserved: 0.25 };
    expect(await readRoom(firestore, 'ada')).toEqual({ month: now(), person, studio });
    expect(await readRoom(firestore, 'grace')).toEqual({ month: now(), person: null, studio });
  });

  it('is read once for all within seconds', async () => {
    await setPersonLimits(5);
    const reads = vi.spyOn(firestore, 'collection');
    await Promise.all(['ada', 'grace', 'linus'].map((uid) => readRoom(firestore, uid)));
    await readRoom(firestore, 'ada');
    // The shards; settings are read as documents.
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });
});
