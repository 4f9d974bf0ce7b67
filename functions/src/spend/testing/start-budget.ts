/** Limits, and calls that reserve what they may cost. */
import { beforeEach, vi } from 'vitest';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { checkBudget, readBudget, type Budget, type Verdict } from '../check-budget.ts';
import { NO_MICROS, toMicros } from '../micros.ts';
import { addSpend } from '../spend-store.ts';

export const MONTH = '2026-11';
export const PRICE = toMicros(0.25);
const spender = { tool: 'stylizer', owner: 'ada' } as const;

export async function startBudget() {
  const firestore = await startFirestore();

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await firestore.recursiveDelete(firestore.collection('spend'));
    await firestore.recursiveDelete(firestore.collection('settings'));
    passCaches();
  });

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

  return { firestore, setLimit, setPersonLimits, add, see, reserve, tryToReserve, countReads };
}
