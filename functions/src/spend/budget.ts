import type { Firestore } from 'firebase-admin/firestore';
import { readMonthlyBudget } from '../platform/config/config.ts';
import { BUDGET } from '../platform/settings/settings-documents.ts';
import { makeSettingsReader } from '../platform/settings/settings-store.ts';

export const budgetSettings = makeSettingsReader(BUDGET);

/** Dollars; null for no limit. An admin's setting overrides the studio's parameter. */
export async function readMonthlyLimit(firestore: Firestore): Promise<number | null> {
  const { settings } = await budgetSettings.read(firestore);
  return settings ? settings.monthlyDollars : (readMonthlyBudget() ?? null);
}
