import { describe, expect, it, vi } from 'vitest';
import { checkBudget, findShortfall, readBudget } from './check-budget.ts';
import { toMicros } from './micros.ts';
import { readPersonLimit } from './person-limits.ts';
import { gateReference, monthOf, readMonth } from './spend-store.ts';
import { MONTH, PRICE, startBudget } from './testing/start-budget.ts';

const budget = await startBudget();
const { firestore, setLimit, setPersonLimits, add, see, reserve, tryToReserve, countReads } = budget;

const USED_UP = {
  kind: 'used-up',
  reason: 'Your monthly limit of $1.00 is used up. Ask an admin to raise it.',
};

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
