/** Whether a call still fits in the month's limits: the studio's budget and that of its owner. */
import type { DocumentReference, Firestore, Transaction } from 'firebase-admin/firestore';
import { z } from 'zod';
import {
  describeShortfall,
  describeUsedUp,
  findRoom,
  findUnspent,
  readLimits,
  type Limit,
} from './limits.ts';
import { negateMicros, sumMicros, toDollars, toMicros, type Micros } from './micros.ts';
import { gateReference, monthOf, readTotals, type Totals } from './spend-store.ts';

/**
 * Every charged queue has 10 workers, and there are fewer than 10 such queues. A worker that has seen the gate open reserves
 * once before it checks again, so that all together stay within the margin.
 */
const MAX_WORKERS = 100;

/** Closed if less than the margin was left: each call is then checked against all others. */
const GateSchema = z.object({ isClosed: z.boolean() }).prefault({ isClosed: false });

/** $50 of the studio's budget; a quarter of a person's limit, which may be a few dollars. */
const findMargin = ({ person, amount }: Limit): number => (person === null ? toMicros(50) : amount / 4);

export interface Budget {
  month: string;
  /** At least one. `isNear`: less than the margin is left, read outside a transaction. */
  limits: readonly (Limit & { isNear: boolean })[];
}

/** `wait`: it fits if calls in progress cost less than they have reserved. */
export type Verdict = { kind: 'fits' } | { kind: 'wait' } | { kind: 'used-up'; reason: string };

/** Undefined for no limit. */
export async function readBudget(
  firestore: Firestore,
  month: string,
  owner: string,
  price: Micros,
): Promise<Budget | undefined> {
  const limits = await readLimits(firestore, owner);
  if (limits.length === 0) return undefined;
  const totalsOf = await readTotals(firestore, month);
  return {
    month,
    limits: limits.map((limit) => {
      const margin = findMargin(limit);
      // A call that reserves more is always checked against all other calls.
      const isLarge = price > margin / MAX_WORKERS;
      return { ...limit, isNear: isLarge || findRoom(limit, totalsOf(limit.person)) < margin };
    }),
  };
}

/**
 * Runs in the transaction that reserves the price; writes only after all reads of the transaction. Far from the limits it
 * reads only their gates, which no call changes, so that calls do not contend. A call near a limit closes its gate, and a
 * call that saw it open and commits later is retried.
 */
export async function checkBudget(
  firestore: Firestore,
  transaction: Transaction,
  { month, limits }: Budget,
  price: Micros,
): Promise<Verdict> {
  const references = limits.map(({ person }) => gateReference(firestore, month, person));
  const gates = (await transaction.getAll(...references)).map((gate) => GateSchema.parse(gate.data()));
  if (limits.every(({ isNear }, index) => !isNear && gates[index]?.isClosed !== true)) return FITS;
  const totalsOf = await readTotals(firestore, month, transaction);
  const verdicts = limits.map((limit, index) => {
    const totals = totalsOf(limit.person);
    const reference = references[index];
    if (reference) setGate(transaction, reference, gates[index]?.isClosed === true, limit, totals, price);
    return judge(limit, totals, price);
  });
  const refusal = verdicts.find(({ kind }) => kind === 'used-up');
  return refusal ?? verdicts.find(({ kind }) => kind === 'wait') ?? FITS;
}

const FITS: Verdict = { kind: 'fits' };

function setGate(
  transaction: Transaction,
  reference: DocumentReference,
  wasClosed: boolean,
  limit: Limit,
  totals: Totals,
  price: Micros,
): void {
  const margin = findMargin(limit);
  // Opened only well below the limit, so that it does not change with every call.
  const isClosed = findRoom(limit, totals) - price < (wasClosed ? 2 * margin : margin);
  if (isClosed !== wasClosed) transaction.set(reference, { isClosed });
}

function judge(limit: Limit, totals: Totals, price: Micros): Verdict {
  if (findRoom(limit, totals) >= price) return FITS;
  if (findUnspent(limit, totals) >= price) return { kind: 'wait' };
  return { kind: 'used-up', reason: describeUsedUp(limit) };
}

/** Items of the same price. */
export interface PricedItems {
  /** Expected dollars of one. */
  price: number;
  /** Of one attempt. */
  maxCost: Micros;
  count: number;
}

/** The estimate, unless no call can cost as much. */
export const findExpectedPrice = ({ price, maxCost }: Omit<PricedItems, 'count'>): number =>
  Math.min(price, toDollars(maxCost));

/**
 * Why a limit does not cover a batch: each item costs its expected price, and the last one has to reserve its maximum cost. What
 * other calls have reserved is ignored, because most of it is released.
 */
export const findShortfall = (
  firestore: Firestore,
  owner: string,
  price: number,
  maxCost: Micros,
  count: number,
): Promise<string | undefined> => findShortfallOf(firestore, owner, [{ price, maxCost, count }], 'batch');

interface Plan {
  month: string;
  /** Dollars that other jobs are expected to cost in that month, beside what is spent. */
  planned: readonly { owner: string; expected: number }[];
}

/** The same of a job with several prices: the last item may be any of them. Default: it is made now. */
export async function findShortfallOf(
  firestore: Firestore,
  owner: string,
  items: readonly PricedItems[],
  name: 'batch' | 'job',
  { month, planned }: Plan = { month: monthOf(new Date()), planned: [] },
): Promise<string | undefined> {
  const limits = await readLimits(firestore, owner);
  if (limits.length === 0) return undefined;
  const totalsOf = await readTotals(firestore, month);
  const totals = items.map(({ count, ...each }) => {
    const { maxCost } = each;
    const price = findExpectedPrice(each);
    return {
      expected: toMicros(price * count),
      withLast: sumMicros(toMicros(price * (count - 1)), maxCost),
      maxCost,
    };
  });
  const expected = sumMicros(...totals.map((each) => each.expected));
  const excess = Math.max(0, ...totals.map((each) => each.withLast - each.expected));
  const needed = sumMicros(expected, brandExcess(excess));
  for (const limit of limits) {
    const unspent = findUnspent(limit, totalsOf(limit.person));
    if (totals.some(({ maxCost }) => maxCost > unspent)) return describeUsedUp(limit);
    const others = planned.filter((job) => limit.person === null || limit.person === job.owner);
    const left = sumMicros(unspent, ...others.map((job) => negateMicros(toMicros(job.expected))));
    if (needed > left) return describeShortfall(limit, needed, left, name, others.length > 0);
  }
  return undefined;
}

const brandExcess = (micros: number): Micros => toMicros(micros / 1_000_000);
