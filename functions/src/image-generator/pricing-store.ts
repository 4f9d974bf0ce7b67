import { PricingSchema, type Pricing } from '@portal/contracts/pricing';
import type { Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { makeCachedReads } from '../platform/cached-reads.ts';

const LIFE_MS = 2_000;

/** settings/pricing: prices that admins have set; without it the fallback table of the contract holds. */
const prices = makeCachedReads(LIFE_MS, async (firestore, document): Promise<Pricing> => {
  const snapshot = await firestore.doc(document).get();
  if (!snapshot.exists) return { models: [] };
  const parsed = PricingSchema.safeParse(snapshot.data());
  if (parsed.success) return parsed.data;
  // A slip in an admin's hand must not stop the studio's work.
  logger.error('settings/pricing is not as it should be; the fallback prices are used.', parsed.error);
  return { models: [] };
});

export const readPricing = (firestore: Firestore): Promise<Pricing> =>
  prices.get(firestore, 'settings/pricing');
