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
  Array.from({ length: (max + 1) ** 2 }, (_, index): Frequency => [
    Math.floor(index / (max + 1)),
    index % (max + 1),
  ])
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
const ROUNDING = 1e-6;

export interface Hash {
  /** From -7 to 7. */
  luma: Int8Array;
  /** Of luma as a vector: 0 for a picture of one color. */
  squaredLength: number;
  /** In levels. */
  chroma: Float32Array;
}

/** The numbers of LUMA_FREQUENCIES, then of CHROMA_FREQUENCIES for blue and for red. In Base64. */
export function encodeHash(numbers: readonly number[]): string {
  // 0 is in the middle.
  const bytes = new Uint8Array(HASH_BYTES).fill(0x88);
  for (const [index, number] of numbers.entries()) {
    const nibble = 8 + Math.max(-MAX_NIBBLE, Math.min(MAX_NIBBLE, Math.round(number)));
    bytes[index >> 1] = (bytes[index >> 1] ?? 0) ^ ((nibble ^ 8) << (4 * (index % 2)));
  }
  return btoa(String.fromCharCode(...bytes));
}

/** Undefined if it is none. */
export function parseHash(text: string): Hash | undefined {
  if (!/^[A-Za-z0-9+/]{32}$/.test(text)) return undefined;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const read = (index: number) =>
    Math.max(-MAX_NIBBLE, (((bytes[index >> 1] ?? 0) >> (4 * (index % 2))) & 15) - 8);
  const luma = Int8Array.from({ length: LUMA }, (_, index) => read(index));
  return {
    luma,
    squaredLength: multiply(luma, luma, 0, LUMA),
    chroma: Float32Array.from({ length: CHROMA }, (_, index) => {
      const number = read(LUMA + index);
      return CHROMA_STEP * number * Math.abs(number);
    }),
  };
}

function multiply(one: Int8Array, other: Int8Array, first: number, end: number): number {
  let sum = 0;
  for (let index = first; index < end; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

/** From 0 to 1, the same. */
export function compareHashes(one: Hash, other: Hash): number {
  const even = multiply(one.luma, other.luma, 0, EVEN_LUMA);
  const odd = multiply(one.luma, other.luma, EVEN_LUMA, LUMA);
  const length = Math.sqrt(one.squaredLength * other.squaredLength);
  const isFlat = one.squaredLength === 0 && other.squaredLength === 0;
  const likeness = isFlat ? 1 : (even + Math.abs(odd)) / Math.max(1, length);
  const distance = measureColorDistance(one.chroma, other.chroma, odd < 0);
  return Math.max(0, likeness - COLOR_WEIGHT * Math.min(1, distance / MAX_COLOR_DISTANCE));
}

function measureColorDistance(one: Float32Array, other: Float32Array, isMirrored: boolean): number {
  let squares = 0;
  for (let index = 0; index < CHROMA; index += 1) {
    const sign = isMirrored ? (CHROMA_SIGNS[index] ?? 1) : 1;
    squares += ((one[index] ?? 0) - sign * (other[index] ?? 0)) ** 2;
  }
  return Math.sqrt(squares);
}

/** All pairs that are at least so alike, by their indexes. */
export function findAlike(hashes: readonly Hash[], threshold: number): [number, number][] {
  const even = packLumas(hashes, 0, EVEN_LUMA);
  const odd = packLumas(hashes, EVEN_LUMA, LUMA);
  const { words, swapped, excesses } = even;
  const lengths = Float64Array.from(hashes, ({ squaredLength }) => Math.sqrt(squaredLength));
  const pairs: [number, number][] = [];
  for (const [first, one] of hashes.entries()) {
    const row = even.packed.subarray(first * words, (first + 1) * words);
    const excess = excesses[first] ?? 0;
    const needed = threshold * (lengths[first] ?? 0);
    const oddLength = odd.lengths[first] ?? 0;
    let at = (first + 1) * words;
    for (let second = first + 1; second < hashes.length; second += 1) {
      // As multiplyPacked, here for speed.
      let lanes = 0;
      for (let word = 0; word < words; word += 1, at += 1)
        lanes = (lanes + Math.imul(row[word] ?? 0, swapped[at] ?? 0)) | 0;
      const product = ((lanes >>> LANE_BITS) & LANE) - excess - (excesses[second] ?? 0);
      const least = needed * (lengths[second] ?? 0) - ROUNDING;
      // Most pairs are not so alike, whatever their odd numbers are.
      if (product + oddLength * (odd.lengths[second] ?? 0) < least) continue;
      if (product + Math.abs(multiplyPacked(odd, first, second)) < least) continue;
      const other = hashes[second];
      if (other && compareHashes(one, other) >= threshold) pairs.push([first, second]);
    }
  }
  return pairs;
}

/**
 * Two numbers in one: (a + b * 4096) * (d + c * 4096) has ac + bd in its middle bits. All numbers are made positive, so ten such products add
 * up to 3,920 at most there.
 */
interface PackedLumas {
  /** For each hash. */
  words: number;
  packed: Int32Array;
  swapped: Int32Array;
  /** What making the numbers positive adds to a product, half of it for each hash. */
  excesses: Float64Array;
  lengths: Float64Array;
}

const LANE_BITS = 12;
const LANE = 4095;

function packLumas(hashes: readonly Hash[], first: number, end: number): PackedLumas {
  const words = Math.ceil((end - first) / 2);
  const packed = new Int32Array(hashes.length * words);
  const swapped = new Int32Array(hashes.length * words);
  const excesses = Float64Array.from(hashes, ({ luma }, index) => {
    const numbers = luma.subarray(first, end);
    for (let word = 0; word < words; word += 1) {
      const one = MAX_NIBBLE + (numbers[2 * word] ?? 0);
      const other = MAX_NIBBLE + (numbers[2 * word + 1] ?? 0);
      packed[index * words + word] = one | (other << LANE_BITS);
      swapped[index * words + word] = other | (one << LANE_BITS);
    }
    return MAX_NIBBLE * numbers.reduce((sum, number) => sum + number, 0) + words * MAX_NIBBLE ** 2;
  });
  const lengths = Float64Array.from(hashes, ({ luma }) => Math.sqrt(multiply(luma, luma, first, end)));
  return { words, packed, swapped, excesses, lengths };
}

function multiplyPacked(
  { words, packed, swapped, excesses }: PackedLumas,
  first: number,
  second: number,
): number {
  let lanes = 0;
  for (let word = 0, one = first * words, other = second * words; word < words; word += 1)
    lanes = (lanes + Math.imul(packed[one + word] ?? 0, swapped[other + word] ?? 0)) | 0;
  return ((lanes >>> LANE_BITS) & LANE) - (excesses[first] ?? 0) - (excesses[second] ?? 0);
}
