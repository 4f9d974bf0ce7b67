import { RealPriceSchema, type RealPrice } from '@portal/contracts/pricing';
import { MAX_REAL_PRICES } from '@portal/contracts/studio-settings';
import type { Firestore } from 'firebase-admin/firestore';
import { toDollars } from './micros.ts';
import { monthOf, readImages } from './spend-store.ts';

/** What images have cost this month on average, those of the most images first. */
export async function readRealPrices(firestore: Firestore): Promise<RealPrice[]> {
  const images = await readImages(firestore, monthOf(new Date()));
  return images
    .flatMap(({ count, spent, ...image }) => {
      const price = Number((toDollars(spent) / count).toPrecision(3));
      return RealPriceSchema.safeParse({ ...image, price, images: count }).data ?? [];
    })
    .toSorted((one, other) => other.images - one.images)
    .slice(0, MAX_REAL_PRICES);
}
