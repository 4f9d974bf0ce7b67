/**
 * Stairs where a gradient should be: flat steps one after another in the same direction, each about as high. What counts as a visible step
 * follows CAMBI (P. Tandon et al., "CAMBI: Contrast-aware multiscale banding index", 2021): flat on both sides, and not high enough for an edge.
 */
import type { Flaw } from '@portal/contracts/checks';
import { scanLines, type Line } from './scan-lines.ts';
import type { Summary } from './summarize-picture.ts';

const EVERY = 4;
const MIN_FLAT_PX = 5;
const MAX_FLAT_PX = 400;
/** In levels of luma. Eight bits make steps of one. */
const MIN_RISE = 3;
const MAX_RISE = 16;
/** A few flat shapes are no stairs. */
const MIN_STEPS = 3;
/** Of the picture. From the bench. */
const MIN_SHARE = 0.04;

/** The share of the picture that is stairs. */
export async function measureBanding(summary: Summary): Promise<number> {
  const { luma, width, height } = summary;
  let stairs = 0;
  await scanLines(summary, 'rows', EVERY, addStairs);
  const across = stairs;
  stairs = 0;
  await scanLines(summary, 'columns', EVERY, addStairs);
  return (EVERY * Math.max(across, stairs)) / (width * height);

  function addStairs({ start, step, length }: Line): void {
    let before = luma[start] ?? 0;
    let flat = 0;
    let last = 0;
    let steps = 0;
    let pixels = 0;
    for (let index = 0, at = start; index <= length; index += 1, at += step) {
      const value = luma[at] ?? 0;
      const rise = value - before;
      before = value;
      flat += 1;
      if (rise >= -1 && rise <= 1 && flat <= MAX_FLAT_PX && index < length) continue;
      const height = Math.abs(rise);
      const isStep =
        index < length &&
        flat >= MIN_FLAT_PX &&
        flat <= MAX_FLAT_PX &&
        height >= MIN_RISE &&
        height <= MAX_RISE;
      // As high as the last one, and in its direction.
      const goesOn =
        isStep && rise * last > 0 && height <= 2 * Math.abs(last) + 1 && Math.abs(last) <= 2 * height + 1;
      if (!goesOn) {
        if (steps >= MIN_STEPS) stairs += pixels;
        steps = 0;
        pixels = 0;
      }
      if (isStep) {
        steps += 1;
        pixels += flat;
      }
      last = isStep ? rise : 0;
      flat = 0;
    }
  }
}

/** Measured in percent of the picture. */
export const findBanding = (share: number): Flaw | undefined =>
  share >= MIN_SHARE ? { kind: 'banding', measure: Math.round(100 * share) } : undefined;
