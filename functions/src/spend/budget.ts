import type { Firestore } from 'firebase-admin/firestore';
import { readMonthlyBudget } from '../config.ts';
import { BUDGET } from '../settings/settings-documents.ts';
import { makeSettingsReader } from '../settings/settings-store.ts';
import { monthOf, readSpend } from './spend-store.ts';

export const budgetSettings = makeSettingsReader(BUDGET);

/** Calls that may be under way at once: as long as more would fit, none needs to look at the others. */
const CALLS_AT_ONCE = 50;

export interface Budget {
  dollars: number;
  /** So little is left that calls must be let through one by one. */
  isNear: boolean;
}

/** Dollars; null for no limit. What an admin has set counts, else the studio's parameter. */
export async function readMonthlyLimit(firestore: Firestore): Promise<number | null> {
  const { settings } = await budgetSettings.read(firestore);
  return settings ? settings.monthlyDollars : (readMonthlyBudget() ?? null);
}

/** Undefined when the studio has set no limit. */
export async function readBudget(firestore: Firestore, price: number): Promise<Budget | undefined> {
  const dollars = await readMonthlyLimit(firestore);
  if (dollars === null) return undefined;
  const left = dollars - (await readSpend(firestore, monthOf(new Date())));
  return { dollars, isNear: left < CALLS_AT_ONCE * price };
}

export const describeBudget = ({ dollars }: Budget): string =>
  `The studio's budget of $${dollars.toFixed(2)} for this month is used up. An admin can raise it.`;
