import type { Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { readMonthlyBudget } from '../config.ts';
import { makeCachedReads } from '../platform/cached-reads.ts';
import { monthOf, readSpend } from './spend-store.ts';

const LIFE_MS = 2_000;

/** settings/budget: what an admin has set counts, also null for no limit; else the studio's setting. */
const BudgetSchema = z.object({ monthlyDollars: z.number().min(0).nullable() });

const budgets = makeCachedReads(LIFE_MS, async (firestore, document) => {
  const snapshot = await firestore.doc(document).get();
  return snapshot.exists ? BudgetSchema.parse(snapshot.data()).monthlyDollars : readMonthlyBudget();
});

/** Calls that may be under way at once: as long as more would fit, none needs to look at the others. */
const CALLS_AT_ONCE = 50;

export interface Budget {
  dollars: number;
  /** So little is left that calls must be let through one by one. */
  isNear: boolean;
}

/** Dollars; null when the studio has set no limit. */
export const readMonthlyLimit = async (firestore: Firestore): Promise<number | null> =>
  (await budgets.get(firestore, 'settings/budget')) ?? null;

/** Undefined when the studio has set no limit. */
export async function readBudget(firestore: Firestore, price: number): Promise<Budget | undefined> {
  const dollars = await readMonthlyLimit(firestore);
  if (dollars === null) return undefined;
  const left = dollars - (await readSpend(firestore, monthOf(new Date())));
  return { dollars, isNear: left < CALLS_AT_ONCE * price };
}

export const describeBudget = ({ dollars }: Budget): string =>
  `The studio's budget of $${dollars.toFixed(2)} for this month is used up. An admin can raise it.`;
