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
  const red = findMedian(colors, 0);
  const green = findMedian(colors, 1);
  const blue = findMedian(colors, 2);
  let found = 0;
  for (let cell = 0; cell < darkest.length; cell += 1) {
    const isOther =
      Math.abs((colors[3 * cell] ?? 0) - red) > MIN_DIFFERENCE ||
      Math.abs((colors[3 * cell + 1] ?? 0) - green) > MIN_DIFFERENCE ||
      Math.abs((colors[3 * cell + 2] ?? 0) - blue) > MIN_DIFFERENCE;
    if (isOther || (lightest[cell] ?? 0) - (darkest[cell] ?? 0) > MIN_RANGE) found += 1;
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
