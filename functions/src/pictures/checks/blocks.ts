/**
 * JPEG's blocks: small steps at every eighth column and row that the pixels beside them do not have, as in Z. Wang, H. Sheikh and A. Bovik,
 * "No-reference perceptual quality assessment of JPEG compressed images" (2002). The picture may have been cropped since, so that blocks
 * begin anywhere.
 */
import type { Flaw } from '@portal/contracts/checks';
import { scanLines, type Line } from './scan-lines.ts';
import type { Summary } from './summarize-picture.ts';

const BLOCK_PX = 8;
const EVERY = 4;
/** In levels of luma: a larger step is an edge of the picture. */
const MAX_STEP = 32;
/** Where less changes, there is nothing to judge. Of the pixels of a column or row. */
const MIN_ACTIVE_SHARE = 0.01;
/** Columns or rows that are judged, of each that may be an edge of blocks. */
const MIN_LINES = 3;
/** In levels of luma, by which the edges of blocks stand out. Most pictures at a quality of 60 exceed it, and hardly any at 90. */
const MIN_RISE = 0.5;

export async function measureBlocks(summary: Summary): Promise<number> {
  return Math.min(await measureRise(summary, 'rows'), await measureRise(summary, 'columns'));
}

async function measureRise(summary: Summary, direction: 'rows' | 'columns'): Promise<number> {
  const { width, height, luma } = summary;
  const [length, lines] = direction === 'rows' ? [width, height] : [height, width];
  const steps = new Uint32Array(length);
  const active = new Uint32Array(length);
  await scanLines(summary, direction, EVERY, addSteps);
  return findRise(steps, active, (MIN_ACTIVE_SHARE * lines) / EVERY);

  function addSteps({ start, step }: Line): void {
    let value = luma[start + step] ?? 0;
    let before = Math.abs(value - (luma[start] ?? 0));
    let here = 0;
    for (let index = 1, at = start + 2 * step; index < length - 1; index += 1, at += step) {
      // `here`: from this pixel to the next, between the differences before and after it.
      const next = luma[at] ?? 0;
      const after = Math.abs(next - value);
      if (index > 1 && here + before + after > 0) {
        const beside = before > after ? before : after;
        active[index - 1] = (active[index - 1] ?? 0) + 1;
        if (here > beside && here <= MAX_STEP) steps[index - 1] = (steps[index - 1] ?? 0) + here - beside;
      }
      if (index > 1) before = here;
      here = after;
      value = next;
    }
  }
}

/** By how much the position that stands out exceeds the next one. */
function findRise(steps: Uint32Array, active: Uint32Array, minActive: number): number {
  const rises = Array.from({ length: BLOCK_PX }, (_, phase) => {
    const own: number[] = [];
    for (let index = phase; index < steps.length; index += BLOCK_PX)
      if ((active[index] ?? 0) > minActive) own.push((steps[index] ?? 0) / (active[index] ?? 1));
    // Not the mean: a single long line of the picture is none of many blocks.
    return own.length < MIN_LINES
      ? 0
      : (own.toSorted((one, other) => one - other)[Math.floor(own.length / 2)] ?? 0);
  }).toSorted((one, other) => one - other);
  return (rises[BLOCK_PX - 1] ?? 0) - (rises[BLOCK_PX - 2] ?? 0);
}

/** Measured in levels. */
export const findBlocks = (rise: number): Flaw | undefined =>
  rise >= MIN_RISE ? { kind: 'blocks', measure: Math.round(10 * rise) / 10 } : undefined;
