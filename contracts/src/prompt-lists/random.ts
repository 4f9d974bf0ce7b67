/** From 0 to below 1. */
export type Random = () => number;

/** The same numbers for the same seed and text: mulberry32, seeded with the FNV-1a hash of both. */
export function makeRandom(seed: number, text: string): Random {
  let state = 0x811c9dc5;
  for (const character of `${seed} ${text}`) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** From `min` to `max`, both included. */
export const pickInteger = (random: Random, min: number, max: number): number =>
  min + Math.floor(random() * (max - min + 1));

export function shuffle<Value>(values: readonly Value[], random: Random): Value[] {
  return values
    .map((value) => ({ value, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

/** The index of a weight, or -1 if none is above 0. */
export function pickIndex(weights: readonly number[], random: Random): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  let last = -1;
  for (const [index, weight] of weights.entries()) {
    if (weight === 0) continue;
    if (left < weight) return index;
    left -= weight;
    last = index;
  }
  // Rounding.
  return last;
}
