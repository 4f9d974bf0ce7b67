import { formatEach, formatTotal } from './dollars.ts';

/** The total and how it is calculated. Without images, the price of one. */
export function describePrice(price: number, count: number): { total: string; sum: string } {
  if (price === 0) return { total: 'Free', sum: countImages(Math.max(count, 1)) };
  if (count === 0) return { total: formatEach(price), sum: 'per image' };
  return { total: formatTotal(price * count), sum: `${countImages(count)} × ${formatEach(price)}` };
}

/** ' · saves $0.84', or nothing. */
export const describeSaving = (dollars: number): string =>
  dollars > 0 ? ` · saves ${formatTotal(dollars)}` : '';

export const countImages = (count: number): string => `${count} ${count === 1 ? 'image' : 'images'}`;
