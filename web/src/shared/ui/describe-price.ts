import { formatEach, formatTotal } from './dollars.ts';

const CENT = 0.01;

/** What it will cost, and how that comes about; of no images the price of one. */
export function describePrice(price: number, count: number): { total: string; sum: string } {
  if (price === 0) return { total: 'Free', sum: countImages(Math.max(count, 1)) };
  if (count === 0) return { total: formatEach(price), sum: 'per image' };
  const total = price * count;
  return {
    total: total < CENT ? formatEach(total) : formatTotal(total),
    sum: `${countImages(count)} × ${formatEach(price)}`,
  };
}

const countImages = (count: number): string => `${count} ${count === 1 ? 'image' : 'images'}`;
