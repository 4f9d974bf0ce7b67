import { PricingSchema, type Pricing } from '@portal/contracts/pricing';
import type { Firestore } from 'firebase-admin/firestore';
import { makeCachedReads } from '../settings/cached-reads.ts';

const LIFE_MS = 10_000;

/** settings/pricing: prices that admins have set; without it the fallback table of the contract holds. */
const prices = makeCachedReads(LIFE_MS, async (firestore, document): Promise<Pricing> => {
  const snapshot = await firestore.doc(document).get();
  return snapshot.exists ? PricingSchema.parse(snapshot.data()) : { models: [] };
});

export const readPricing = (firestore: Firestore): Promise<Pricing> =>
  prices.get(firestore, 'settings/pricing');
