import type { Micros } from '../model.ts';

const MAX_DRIFT_MILLIS = 2;

/** The wall-clock time in microseconds: Date has milliseconds, the performance counter adds the rest. */
export function wallClock(): () => Micros {
  let origin = Date.now() - performance.now();
  return () => {
    if (Math.abs(origin + performance.now() - Date.now()) > MAX_DRIFT_MILLIS)
      origin = Date.now() - performance.now();
    return Math.floor((origin + performance.now()) * 1000);
  };
}

/** Provides read and commit times. A commit time is later than all times before it, even if the wall clock goes back. */
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
