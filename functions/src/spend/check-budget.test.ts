import { describe, expect, it } from 'vitest';
import { findShortfallOf } from './check-budget.ts';
import { toMicros } from './micros.ts';
import { readMonth } from './spend-store.ts';
import { MONTH, startBudget } from './testing/start-budget.ts';

const { firestore, setLimit, setPersonLimits, add, see, reserve, countReads } = await startBudget();

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

  it('never needs more than its calls can cost', async () => {
    await setPersonLimits(6.5);
    expect(await find([[0.07, 0.02, 325]])).toBeUndefined();
    expect(await find([[0.07, 0.02, 326]])).toContain('needs up to $6.52, and $6.50 is left');
  });

  it('is refused by the studio’s budget, too', async () => {
    await setLimit(1);
    expect(await find([[0.1, 0.1, 11]])).toBe(
      "This job needs up to $1.10, and $1.00 is left of the studio's budget for this month. " +
        'Choose fewer images, or ask an admin to raise the budget.',
    );
  });
});
