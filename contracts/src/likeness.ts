/** How much two pictures resemble each other, by the hashes that were computed when they were stored. */

/** From how much likeness on two pictures are alike. */
export const DEFAULT_LIKENESS = 0.86;

const WORD_BITS = 32;

/** The bits of a hash in Base64, in words of 32. */
export function parseHash(hash: string): Uint32Array {
  const bytes = Uint8Array.from(atob(hash), (character) => character.codePointAt(0) ?? 0);
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  for (const [index, byte] of bytes.entries())
    words[index >> 2] = (words[index >> 2] ?? 0) | (byte << ((index & 3) * 8));
  return words;
}

/** From 0 to 1. */
export function compareHashes(one: Uint32Array, other: Uint32Array): number {
  let different = 0;
  for (let index = 0; index < one.length; index++)
    different += countBits((one[index] ?? 0) ^ (other[index] ?? 0));
  return 1 - different / Math.max(one.length * WORD_BITS, 1);
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
