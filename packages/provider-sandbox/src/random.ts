import { createHash } from 'node:crypto';

/** Repeatable pseudorandom numbers (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = createHash('sha1').update(seed).digest().readUInt32BE(0);
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  integer(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.next() * items.length)] ?? items[0];
  }
}
