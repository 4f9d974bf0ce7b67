import { MAX_REAL_PRICES, pricingKeyOf, RealPriceSchema, type RealPrice } from '@portal/contracts/pricing';
import type { Firestore } from 'firebase-admin/firestore';
import { makeCachedReads } from '../platform/cached-reads.ts';
import { toDollars } from './micros.ts';
import { monthOf, readImages } from './spend-store.ts';

/** What images have cost this month on average, those of the most images first. */
export const readRealPrices = (firestore: Firestore): Promise<RealPrice[]> =>
  readRealPricesOf(firestore, monthOf(new Date()));

/** The same, and of the month before for images that were not made this month. Every form asks for it: read seldom. */
export async function readLatePrices(firestore: Firestore): Promise<RealPrice[]> {
  const now = new Date();
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
  const [current, earlier] = await Promise.all(
    [now, before].map((date) => cached.get(firestore, monthOf(date))),
  );
  const known = new Set(current?.map(pricingKeyOf));
  return [...(current ?? []), ...(earlier ?? []).filter((image) => !known.has(pricingKeyOf(image)))];
}

const CACHE_MS = 10 * 60_000;
const cached = makeCachedReads(() => CACHE_MS, readRealPricesOf);

async function readRealPricesOf(firestore: Firestore, month: string): Promise<RealPrice[]> {
  const images = await readImages(firestore, month);
  return images
    .flatMap(({ count, spent, ...image }) => {
      const price = Number((toDollars(spent) / count).toPrecision(3));
      return RealPriceSchema.safeParse({ ...image, price, images: count }).data ?? [];
    })
    .toSorted((one, other) => other.images - one.images)
    .slice(0, MAX_REAL_PRICES);
}
