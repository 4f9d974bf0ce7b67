import type { Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { readMonthlyBudget } from '../config.ts';
import { makeCachedReads } from '../platform/cached-reads.ts';

const LIFE_MS = 2_000;

/** settings/budget: what an admin has set counts, also null for no limit; else the studio's setting. */
const BudgetSchema = z.object({ monthlyDollars: z.number().min(0).nullable() });

const budgets = makeCachedReads(LIFE_MS, async (firestore, document) => {
  const snapshot = await firestore.doc(document).get();
  return snapshot.exists ? BudgetSchema.parse(snapshot.data()).monthlyDollars : readMonthlyBudget();
});

/** Dollars; null when the studio has set no limit. */
export const readMonthlyLimit = async (firestore: Firestore): Promise<number | null> =>
  (await budgets.get(firestore, 'settings/budget')) ?? null;
