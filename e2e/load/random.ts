/** The same numbers for the same seed. */
import { createHash } from 'node:crypto';

export interface Random {
  /** From 0 to 1. */
  next: () => number;
  /** A whole number; both ends included. */
  integer: (min: number, max: number) => number;
  shuffle: <Value>(values: readonly Value[]) => Value[];
}

export function makeRandom(seed: string): Random {
  let count = 0;
  const next = () => {
    count += 1;
    return createHash('sha256').update(`${seed}/${count}`).digest().readUInt32BE() / 2 ** 32;
  };
  return {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    shuffle: (values) =>
      values
        .map((value) => ({ value, order: next() }))
        .toSorted((one, other) => one.order - other.order)
        .map(({ value }) => value),
  };
}

/** Identifies a picture or prompt in the sandbox, as the digest of a picture does. */
export const makeMark = (name: string): string => createHash('sha256').update(name).digest('hex');

/** The mark that a prompt or file name contains. */
export const findMark = (text: string): string | undefined => /[0-9a-f]{64}/.exec(text)?.[0];
