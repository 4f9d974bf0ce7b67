/**
 * Colored light moves all colors the same way in logarithms of red and blue to green (G. Finlayson and S. Hordley, "Color constancy at a
 * pixel", 2001), dark or light. So a cast is a peak of many colors, dark and light ones, beside neutral, where nothing is left that is
 * neutral. A picture of one tone, such as sepia, is meant to be so, and so is warm light.
 */
import type { Flaw } from '@portal/contracts/checks';
import type { Cells } from './summarize-picture.ts';

/** In levels of the lightest channel: in between, colors are known. */
const MIN_LEVEL = 40;
const MAX_LEVEL = 250;
const MIN_CELLS = 30;
/** More would only take longer. */
const MAX_CELLS = 8000;
/** Of the histogram of logarithms: from -1 to 1 in both directions. */
const BIN = 0.04;
const BINS = 51;
const NEUTRAL = Math.floor(BINS / 2);
/** In logarithms: no larger difference of two channels is neutral. */
const MAX_NEUTRAL = 0.06;
/** Of the cells that are neutral. From the bench, as the next four. */
const MAX_NEUTRAL_SHARE = 0.06;
/** In logarithms: less is not seen, more is the color of things. */
const MIN_CAST = 0.1;
const MAX_CAST = 0.8;
/** In logarithms: the mean distance of colors from the peak. A toned picture has less. */
const MIN_SPREAD = 0.05;
/** In levels: from the dark to the light colors of the peak. */
const MIN_RANGE = 60;

export interface ColorCast {
  /** Of red and of blue to green, in logarithms, at the peak. */
  red: number;
  blue: number;
  spread: number;
  range: number;
  neutralShare: number;
}

interface CellColor {
  red: number;
  blue: number;
  level: number;
}

/** Undefined if too little is neither dark nor clipped. */
export function measureColorCast({ colors }: Cells): ColorCast | undefined {
  const seen = listColors(colors);
  if (seen.length < MIN_CELLS) return undefined;
  const { red, blue } = findPeak(seen);
  const distances = seen.map((each) => Math.hypot(each.red - red, each.blue - blue));
  const levels = seen
    .filter((_, index) => (distances[index] ?? 0) < 2 * BIN)
    .map(({ level }) => level)
    .toSorted((one, other) => one - other);
  const at = (share: number) => levels[Math.floor(share * levels.length)] ?? 0;
  return {
    red,
    blue,
    spread: distances.reduce((sum, each) => sum + Math.min(1, each), 0) / seen.length,
    range: at(0.9) - at(0.1),
    neutralShare: seen.filter((each) => measureCast(each) < MAX_NEUTRAL).length / seen.length,
  };
}

const measureCast = ({ red, blue }: { red: number; blue: number }): number =>
  Math.max(Math.abs(red), Math.abs(blue), Math.abs(red - blue));

function listColors(colors: Float32Array): CellColor[] {
  const seen: CellColor[] = [];
  const step = 3 * Math.ceil(colors.length / 3 / MAX_CELLS);
  for (let index = 0; index < colors.length; index += step) {
    const [red, green, blue] = [colors[index] ?? 0, colors[index + 1] ?? 0, colors[index + 2] ?? 0];
    const level = Math.max(red, green, blue);
    if (level >= MIN_LEVEL && level <= MAX_LEVEL)
      // Four levels more, or dark colors would be noise.
      seen.push({ red: Math.log((red + 4) / (green + 4)), blue: Math.log((blue + 4) / (green + 4)), level });
  }
  return seen;
}

function findPeak(seen: readonly CellColor[]): { red: number; blue: number } {
  const counts = new Uint32Array(BINS * BINS);
  const toBin = (logarithm: number) => NEUTRAL + Math.round(logarithm / BIN);
  for (const { red, blue } of seen) {
    const [column, row] = [toBin(red), toBin(blue)];
    if (column < 0 || row < 0 || column >= BINS || row >= BINS) continue;
    counts[row * BINS + column] = (counts[row * BINS + column] ?? 0) + 1;
  }
  let [best, peak] = [0, NEUTRAL * (BINS + 1)];
  for (let row = 1; row < BINS - 1; row += 1)
    for (let column = 1; column < BINS - 1; column += 1) {
      let sum = 0;
      for (let down = -1; down <= 1; down += 1)
        for (let across = -1; across <= 1; across += 1)
          sum += counts[(row + down) * BINS + column + across] ?? 0;
      if (sum > best) [best, peak] = [sum, row * BINS + column];
    }
  return { red: ((peak % BINS) - NEUTRAL) * BIN, blue: (Math.floor(peak / BINS) - NEUTRAL) * BIN };
}

/** Measured in percent by which a channel exceeds another. */
export function findColorCast(cast: ColorCast | undefined): Flaw | undefined {
  if (!cast) return undefined;
  const strength = measureCast(cast);
  const isWarm = cast.red > 0 && cast.blue <= 0;
  const isCast =
    !isWarm &&
    strength >= MIN_CAST &&
    strength <= MAX_CAST &&
    cast.neutralShare <= MAX_NEUTRAL_SHARE &&
    cast.spread >= MIN_SPREAD &&
    cast.range >= MIN_RANGE;
  return isCast ? { kind: 'color-cast', measure: Math.round(100 * (Math.exp(strength) - 1)) } : undefined;
}
