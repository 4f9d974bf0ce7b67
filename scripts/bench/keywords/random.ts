/** Repeatable pseudorandom numbers (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  pick<Value>(values: readonly Value[]): Value {
    const picked = values[Math.floor(this.next() * values.length)];
    if (picked === undefined) throw new Error('Nothing to pick from.');
    return picked;
  }

  shuffle<Value>(values: readonly Value[]): Value[] {
    return values
      .map((value) => ({ value, rank: this.next() }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ value }) => value);
  }
}
