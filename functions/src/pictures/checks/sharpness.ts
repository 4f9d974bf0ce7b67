/**
 * How steep the edges of the sharpest region are: the largest difference of two neighbors, of the whole rise. That is the width of an edge of
 * P. Marziliano et al., "A no-reference perceptual blur metric" (2002), as a slope, which is finer than whole pixels.
 */
import type { Flaw } from '@portal/contracts/checks';
import { scanLines, type Line } from './scan-lines.ts';
import type { Summary } from './summarize-picture.ts';

const TILE_PX = 64;
const EVERY = 4;
/** In levels of luma. */
const MIN_RISE = 20;
/** Noise makes edges too, but none that rises for so many deviations. */
const NOISE_FACTOR = 6;
/** What rises for longer is a gradient. */
const MAX_EDGE_PX = 40;
/** And what stays as it is for longer has ended. */
const MAX_FLAT_PX = 4;
/** Fewer do not make a region, or a picture that could be sharp. */
const MIN_TILE_EDGES = 6;
const MIN_EDGES = 20;
/** Of the edges of a region, by steepness, the one that counts. */
const QUANTILE = 0.7;
const BINS = 32;
/** Each value is the sum of three pixels along the edge, the middle one twice: that halves noise. */
const WEIGHT = 4;
/** From the bench. */
const MIN_STEEPNESS = 0.33;

export interface Sharpness {
  /** Of the sharpest region: 1 for edges from one pixel to the next. */
  steepness: number;
  edges: number;
}

/** `noise`: its deviation. */
export async function measureSharpness(summary: Summary, noise: number): Promise<Sharpness> {
  const { width, height, luma } = summary;
  const columns = Math.ceil(width / TILE_PX);
  const tiles = columns * Math.ceil(height / TILE_PX);
  const minRise = WEIGHT * Math.max(MIN_RISE, NOISE_FACTOR * noise);
  // By direction: what has moved is still sharp in one of them.
  const histograms = [new Uint16Array(tiles * BINS), new Uint16Array(tiles * BINS)] as const;
  let edges = 0;
  await scanLines(summary, 'rows', EVERY, (line) => scan(line, histograms[0]));
  await scanLines(summary, 'columns', EVERY, (line) => scan(line, histograms[1]));
  let steepness = 0;
  for (let tile = 0; tile < tiles; tile += 1) {
    const found = histograms.map((each) => readTile(each.subarray(tile * BINS, (tile + 1) * BINS)));
    const [one, other] = found;
    steepness = Math.max(steepness, Math.min(one ?? other ?? 0, other ?? one ?? 0));
  }
  return { steepness, edges };

  /** Follows each rise or fall until it turns or ends. */
  function scan({ start, step, aside, length }: Line, histogram: Uint16Array): void {
    let before = 0;
    let direction = 0;
    let from = 0;
    let steepest = 0;
    let first = 0;
    let last = 0;
    for (let index = 0, at = start; index < length; index += 1, at += step) {
      const value = (luma[at - aside] ?? 0) + 2 * (luma[at] ?? 0) + (luma[at + aside] ?? 0);
      const difference = index === 0 ? 0 : value - before;
      if (difference * direction > 0) {
        steepest = Math.max(steepest, Math.abs(difference));
        last = index;
      } else if (difference !== 0 || index - last > MAX_FLAT_PX) {
        const whole = (before - from) * direction;
        if (whole >= minRise && last - first < MAX_EDGE_PX)
          record(histogram, start + last * step, steepest / whole);
        from = before;
        direction = Math.sign(difference);
        steepest = Math.abs(difference);
        first = index;
        last = index;
      }
      before = value;
    }
  }

  function record(histogram: Uint16Array, at: number, steepness: number): void {
    const row = Math.floor(at / width / TILE_PX);
    const column = Math.floor((at % width) / TILE_PX);
    const bin = (row * columns + column) * BINS + Math.min(BINS - 1, Math.floor(steepness * BINS));
    histogram[bin] = (histogram[bin] ?? 0) + 1;
    edges += 1;
  }
}

/** Undefined if there are too few edges. */
function readTile(histogram: Uint16Array): number | undefined {
  const count = histogram.reduce((sum, each) => sum + each, 0);
  if (count < MIN_TILE_EDGES) return undefined;
  let left = count * QUANTILE;
  for (const [bin, each] of histogram.entries()) {
    if (each >= left) return (bin + left / each) / BINS;
    left -= each;
  }
  return 1;
}

/** Where nothing has an edge, as in a gradient, nothing is soft. Measured like sharpness, from 0 to 100. */
export const findSoft = ({ steepness, edges }: Sharpness): Flaw | undefined =>
  edges >= MIN_EDGES && steepness > 0 && steepness < MIN_STEEPNESS
    ? { kind: 'soft', measure: toPercent(steepness) }
    : undefined;

export const toPercent = (share: number): number => Math.round(100 * share);
