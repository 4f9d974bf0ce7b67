import { formatDollars, formatPrice, roundDollars } from '@portal/contracts/dollars';

/** The total and how it is calculated. Without images, the price of one. */
export function describePrice(price: number, count: number): { total: string; sum: string } {
  if (price === 0) return { total: formatPrice(price), sum: countImages(Math.max(count, 1)) };
  if (count === 0) return { total: formatDollars(price), sum: 'per image' };
  return { total: formatDollars(price * count), sum: describeSum(countImages(count), count, price) };
}

/** '12 images × $0.20', or '12 images, about $0.04 each' if the rounded price does not make the total. */
export function describeSum(images: string, count: number, price: number): string {
  const isExact = roundDollars(count * roundDollars(price)) === roundDollars(count * price);
  return isExact ? `${images} × ${formatDollars(price)}` : `${images}, about ${formatDollars(price)} each`;
}

export const countImages = (count: number): string => `${count} ${count === 1 ? 'image' : 'images'}`;
