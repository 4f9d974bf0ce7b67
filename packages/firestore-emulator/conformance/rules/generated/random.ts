/** A seeded random number generator (mulberry32). */
export type Random = ReturnType<typeof makeRandom>;

export function makeRandom(seed: number) {
  let state = seed >>> 0;

  /** From 0 to 1, excluding 1. */
  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (limit: number) => Math.floor(fraction() * limit);
  const chance = (probability: number) => fraction() < probability;

  function pick<T>(choices: readonly T[]): T {
    const choice = choices[below(choices.length)];
    if (choice === undefined) throw new Error('The list is empty.');
    return choice;
  }

  return { below, chance, pick };
}
