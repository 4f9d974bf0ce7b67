import type { Micros } from '../model.ts';

const MAX_DRIFT_MILLIS = 2;

/** The time of day in microseconds: Date gives the day, the performance counter the digits below milliseconds. */
export function wallClock(): () => Micros {
  let origin = Date.now() - performance.now();
  return () => {
    if (Math.abs(origin + performance.now() - Date.now()) > MAX_DRIFT_MILLIS)
      origin = Date.now() - performance.now();
    return Math.floor((origin + performance.now()) * 1000);
  };
}

/** Hands out read and commit times: a commit is later than everything handed out before it, whatever the wall clock does. */
export class Clock {
  #last: Micros;
  readonly #wall: () => Micros;

  constructor(wall: () => Micros, last: Micros) {
    this.#wall = wall;
    this.#last = last;
  }

  readTime(): Micros {
    this.#last = Math.max(this.#last, this.#wall());
    return this.#last;
  }

  commitTime(): Micros {
    this.#last = Math.max(this.#last + 1, this.#wall());
    return this.#last;
  }
}
