/**
 * How much two pictures resemble each other, by hashes of 24 bytes.
 *
 * A hash has 48 numbers of 4 bits: low frequencies of luma, then a few of both color differences. Luma decides: its normalized product is 1
 * for the same composition, whatever its brightness and contrast. Color only takes away, so that a recolored picture stays alike. To mirror a
 * picture changes the sign of the frequencies that are odd across, so a mirrored picture is as alike: agencies call it similar.
 */

/** Waves down and across the picture. */
export type Frequency = readonly [down: number, across: number];

const listFrequencies = (max: number, min: number): Frequency[] =>
  Array.from({ length: (max + 1) ** 2 }, (_, index): Frequency => [Math.floor(index / (max + 1)), index % (max + 1)])
    .filter(([down, across]) => down + across >= min && down + across <= max)
    // Even ones first: they are the same in a mirrored picture.
    .toSorted(([, one], [, other]) => (one % 2) - (other % 2));

export const LUMA_FREQUENCIES = listFrequencies(7, 1);
export const CHROMA_FREQUENCIES = listFrequencies(2, 0);
const isEven = ([, across]: Frequency) => across % 2 === 0;
const EVEN_LUMA = LUMA_FREQUENCIES.filter(isEven).length;
const LUMA = LUMA_FREQUENCIES.length;
const CHROMA = 2 * CHROMA_FREQUENCIES.length;
const CHROMA_SIGNS = [...CHROMA_FREQUENCIES, ...CHROMA_FREQUENCIES].map((each) => (isEven(each) ? 1 : -1));

export const MAX_NIBBLE = 7;
/** Levels of color difference for 1; they grow with the square. */
export const CHROMA_STEP = 2;
/** The distance of colors in levels that takes most away, and how much that is. From `npm run bench -- checks`. */
const MAX_COLOR_DISTANCE = 60;
const COLOR_WEIGHT = 0.3;

/** From `npm run bench -- checks`: cropped, shifted, recolored, mirrored pictures have more, those that only share a theme less. */
export const DEFAULT_LIKENESS = 0.62;

const HASH_BYTES = 24;

export interface Hash {
  /** Of length 1, or all 0 for a picture of one color. */
  luma: Float32Array;
  /** In levels. */
  chroma: Float32Array;
}

/** The numbers of LUMA_FREQUENCIES, then of CHROMA_FREQUENCIES for blue and for red. In Base64. */
export function encodeHash(numbers: readonly number[]): string {
  const bytes = new Uint8Array(HASH_BYTES);
  for (const [index, number] of numbers.entries()) {
    const nibble = 8 + Math.max(-MAX_NIBBLE, Math.min(MAX_NIBBLE, Math.round(number)));
    bytes[index >> 1] = (bytes[index >> 1] ?? 0) | (nibble << (4 * (index % 2)));
  }
  return btoa(String.fromCharCode(...bytes));
}

/** Undefined if it is none. */
export function parseHash(text: string): Hash | undefined {
  if (!/^[A-Za-z0-9+/]{32}$/.test(text)) return undefined;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const read = (index: number) => (((bytes[index >> 1] ?? 0) >> (4 * (index % 2))) & 15) - 8;
  const luma = Float32Array.from({ length: LUMA }, (_, index) => read(index));
  const length = Math.hypot(...luma);
  return {
    luma: length > 0 ? luma.map((each) => each / length) : luma,
    chroma: Float32Array.from({ length: CHROMA }, (_, index) => {
      const number = read(LUMA + index);
      return CHROMA_STEP * number * Math.abs(number);
    }),
  };
}

/** From 0 to 1, the same. */
export function compareHashes(one: Hash, other: Hash): number {
  let [even, odd] = [0, 0];
  for (let index = 0; index < EVEN_LUMA; index += 1) even += (one.luma[index] ?? 0) * (other.luma[index] ?? 0);
  for (let index = EVEN_LUMA; index < LUMA; index += 1) odd += (one.luma[index] ?? 0) * (other.luma[index] ?? 0);
  const isSameTone = isFlat(one) && isFlat(other);
  return finish(one, other, isSameTone ? 1 : even + Math.abs(odd), odd < 0);
}

const isFlat = ({ luma }: Hash): boolean => luma.every((each) => each === 0);

function finish(one: Hash, other: Hash, likeness: number, isMirrored: boolean): number {
  let squares = 0;
  for (let index = 0; index < CHROMA; index += 1) {
    const sign = isMirrored ? (CHROMA_SIGNS[index] ?? 1) : 1;
    squares += ((one.chroma[index] ?? 0) - sign * (other.chroma[index] ?? 0)) ** 2;
  }
  const distance = Math.min(1, Math.sqrt(squares) / MAX_COLOR_DISTANCE);
  return Math.max(0, Math.min(1, likeness - COLOR_WEIGHT * distance));
}

/** All pairs that are at least so alike, by their indexes. For 2,000 pictures: see docs/benchmarks.md. */
export function findAlike(hashes: readonly Hash[], threshold: number): [number, number][] {
  const count = hashes.length;
  const lumas = new Float32Array(count * LUMA);
  for (const [index, { luma }] of hashes.entries()) lumas.set(luma, index * LUMA);
  const oddLengths = Float32Array.from(hashes, ({ luma }) => Math.hypot(...luma.subarray(EVEN_LUMA)));
  const flat = Uint8Array.from(hashes, (hash) => (isFlat(hash) ? 1 : 0));
  const pairs: [number, number][] = [];
  for (let first = 0; first < count; first += 1)
    for (let second = first + 1; second < count; second += 1)
      if (isPossible(first, second)) {
        const [one, other] = [hashes[first], hashes[second]];
        if (one && other && compareHashes(one, other) >= threshold) pairs.push([first, second]);
      }
  return pairs;

  /** Few pairs are so alike in the even numbers that the odd ones could suffice. */
  function isPossible(first: number, second: number): boolean {
    if (flat[first] === 1 && flat[second] === 1) return true;
    const [one, other] = [first * LUMA, second * LUMA];
    let even = 0;
    for (let index = 0; index < EVEN_LUMA; index += 1)
      even += (lumas[one + index] ?? 0) * (lumas[other + index] ?? 0);
    return even + (oddLengths[first] ?? 0) * (oddLengths[second] ?? 0) >= threshold - 1e-6;
  }
}
