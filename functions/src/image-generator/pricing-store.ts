import { parsePricing, type Pricing, type PricingProblem } from '@portal/contracts/pricing';
import type { Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { makeCachedReads } from '../platform/cached-reads.ts';

const LIFE_MS = 2_000;

/** settings/pricing: prices that admins have set; without it the fallback table of the contract holds. */
const prices = makeCachedReads(LIFE_MS, async (firestore, document): Promise<Pricing> => {
  const { pricing, problems } = parsePricing((await firestore.doc(document).get()).data());
  logOnce(problems);
  return pricing;
});

let logged = '[]';
/** Prices are read every few seconds; what is wrong in them is logged when it changes. */
function logOnce(problems: readonly PricingProblem[]): void {
  const found = JSON.stringify(problems);
  if (found !== logged && problems.length > 0) {
    logger.error('settings/pricing has entries that do not count.', { problems });
  }
  logged = found;
}

export const readPricing = (firestore: Firestore): Promise<Pricing> =>
  prices.get(firestore, 'settings/pricing');
