/** How much of the picture is more than one color. */
import type { Flaw } from '@portal/contracts/checks';
import type { Cells } from './summarize-picture.ts';

/** In levels: of a cell's mean, and within a cell. */
const MIN_DIFFERENCE = 12;
const MIN_RANGE = 72;
/** Of the cells: a dot is not a picture. From the bench. */
const MIN_SHARE = 0.006;

/** The share of cells that differ from the most common color, or have something in them. */
export function measureContent({ colors, darkest, lightest }: Cells): number {
  const common = [0, 1, 2].map((channel) => findMedian(colors, channel));
  let found = 0;
  for (const [cell, dark] of darkest.entries()) {
    let difference = 0;
    for (let channel = 0; channel < 3; channel += 1)
      difference = Math.max(difference, Math.abs((colors[3 * cell + channel] ?? 0) - (common[channel] ?? 0)));
    if (difference > MIN_DIFFERENCE || (lightest[cell] ?? 0) - dark > MIN_RANGE) found += 1;
  }
  return found / darkest.length;
}

function findMedian(colors: Float32Array, channel: number): number {
  const counts = new Uint32Array(256);
  for (let index = channel; index < colors.length; index += 3) {
    const level = Math.round(colors[index] ?? 0);
    counts[level] = (counts[level] ?? 0) + 1;
  }
  let left = colors.length / 6;
  return counts.findIndex((count) => (left -= count) <= 0);
}

/** Measured in percent of the picture. */
export const findEmpty = (share: number): Flaw | undefined =>
  share < MIN_SHARE ? { kind: 'empty', measure: Math.round(1000 * share) / 10 } : undefined;
