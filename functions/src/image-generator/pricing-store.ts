/** settings/pricing: prices that admins have set; without it the fallback table of the contract holds. */
import { PricingSchema, type Pricing } from '@portal/contracts/pricing';
import type { Firestore } from 'firebase-admin/firestore';

const LIFE_MS = 10_000;

let known: { pricing: Pricing; until: number } | undefined;

export async function readPricing(firestore: Firestore): Promise<Pricing> {
  if (known && known.until > Date.now()) return known.pricing;
  const snapshot = await firestore.collection('settings').doc('pricing').get();
  const pricing = snapshot.exists ? PricingSchema.parse(snapshot.data()) : { models: [] };
  known = { pricing, until: Date.now() + LIFE_MS };
  return pricing;
}
