/** Whether a call still fits in the month's budget. */
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { z } from 'zod';
import { readMonthlyLimit } from './budget.ts';
import { negateMicros, sumMicros, toDollars, toMicros, type Micros } from './micros.ts';
import { monthOf, monthReference, readTotals, type Totals } from './spend-store.ts';

/**
 * Every charged queue has 10 workers, and there are fewer than 10 such queues. A worker that has seen the gate open reserves
 * once before it checks again, so that all together stay within the margin.
 */
export const MAX_WORKERS = 100;
/** A call that reserves more is always checked against all other calls. */
const MAX_UNCHECKED = toMicros(0.5);
const MARGIN = MAX_WORKERS * MAX_UNCHECKED;

/** `spend/{month}`. Closed if less than the margin was left: each call is then checked against all others. */
const GateSchema = z.object({ isClosed: z.boolean() }).prefault({ isClosed: false });

export interface Budget {
  limit: Micros;
  month: string;
  /** Less than the margin is left, read outside a transaction. */
  isNear: boolean;
}

/** `wait`: it fits if calls in progress cost less than they have reserved. */
export type Verdict = 'fits' | 'wait' | 'used-up';

/** Undefined for no limit. */
export async function readBudget(
  firestore: Firestore,
  month: string,
  price: Micros,
): Promise<Budget | undefined> {
  const dollars = await readMonthlyLimit(firestore);
  if (dollars === null) return undefined;
  const limit = toMicros(dollars);
  const isNear = price > MAX_UNCHECKED || limit - total(await readTotals(firestore, month)) < MARGIN;
  return { limit, month, isNear };
}

/**
 * Runs in the transaction that reserves the price; writes only after all reads of the transaction. Far from the limit it
 * reads only the gate, which no call changes, so that calls do not contend. A call near the limit closes the gate, and a
 * call that saw it open and commits later is retried.
 */
export async function checkBudget(
  firestore: Firestore,
  transaction: Transaction,
  { limit, month, isNear }: Budget,
  price: Micros,
): Promise<Verdict> {
  const reference = monthReference(firestore, month);
  const gate = GateSchema.parse((await transaction.get(reference)).data());
  if (!isNear && !gate.isClosed) return 'fits';
  const totals = await readTotals(firestore, month, transaction);
  const left = limit - total(totals) - price;
  // Opened only well below the limit, so that it does not change with every call.
  const isClosed = left < (gate.isClosed ? 2 * MARGIN : MARGIN);
  if (isClosed !== gate.isClosed) transaction.set(reference, { isClosed });
  if (left >= 0) return 'fits';
  return totals.spent + price > limit ? 'used-up' : 'wait';
}

/** Items of the same price. */
export interface PricedItems {
  /** Expected dollars of one. */
  price: number;
  /** Of one attempt. */
  maxCost: Micros;
  count: number;
}

/**
 * Why the budget does not cover a batch: each item costs its price, and the last one has to reserve its maximum cost. What
 * other calls have reserved is ignored, because most of it is released.
 */
export const findShortfall = (
  firestore: Firestore,
  price: number,
  maxCost: Micros,
  count: number,
): Promise<string | undefined> => findShortfallOf(firestore, [{ price, maxCost, count }], 'batch');

/** The same of a job with several prices: the last item may be any of them. */
export async function findShortfallOf(
  firestore: Firestore,
  items: readonly PricedItems[],
  name: 'batch' | 'job',
): Promise<string | undefined> {
  const dollars = await readMonthlyLimit(firestore);
  if (dollars === null) return undefined;
  const limit = toMicros(dollars);
  const { spent } = await readTotals(firestore, monthOf(new Date()));
  const totals = items.map(({ price, maxCost, count }) => ({
    expected: toMicros(price * count),
    withLast: sumMicros(toMicros(price * (count - 1)), maxCost),
    maxCost,
  }));
  const expected = sumMicros(...totals.map((each) => each.expected));
  const excess = Math.max(0, ...totals.map((each) => each.withLast - each.expected));
  const needed = sumMicros(expected, brandExcess(excess));
  const left = sumMicros(limit, negateMicros(spent));
  if (needed <= left) return undefined;
  if (totals.some(({ maxCost }) => maxCost > left)) return describeBudget({ limit });
  return `This ${name} needs up to ${format(needed)}, and ${format(left)} is left of the studio's budget for this month. Choose fewer images, or ask an admin to raise the budget.`;
}

const brandExcess = (micros: number): Micros => toMicros(micros / 1_000_000);

const format = (amount: Micros): string => `$${toDollars(amount).toFixed(2)}`;

const total = ({ spent, reserved }: Totals): Micros => sumMicros(spent, reserved);

export const describeBudget = ({ limit }: Pick<Budget, 'limit'>): string =>
  `The studio's budget of ${format(limit)} for this month is used up. An admin can raise it.`;
