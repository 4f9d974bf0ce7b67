/** Repeatable choices: the same for the same seed and number of a request. */
import { makeRandom, pickInteger } from '@portal/contracts/prompt-lists/random';

const MAX_SEED = 2 ** 31;

export type Dice = ReturnType<typeof makeDice>;

export function makeDice(seed: number, text: string) {
  const random = makeRandom(seed, text);

  function pick<Choice>(choices: readonly Choice[]): Choice {
    // A choice may be undefined.
    for (const choice of choices.slice(pickInteger(random, 0, choices.length - 1))) return choice;
    throw new Error('There is nothing to choose from.');
  }

  return {
    pick,
    /** From `min` to `max`, both included. */
    between: (min: number, max: number) => pickInteger(random, min, max),
    chance: (probability: number) => random() < probability,
    newSeed: () => pickInteger(random, 1, MAX_SEED),
  };
}
