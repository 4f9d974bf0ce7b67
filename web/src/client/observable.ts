import { useSyncExternalStore } from 'react';

/** State outside of React that components read with `useStore`. */
export class Observable {
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A value outside of React that can change. */
export const useStore = <Value>(subscribe: (onChange: () => void) => () => void, read: () => Value): Value =>
  useSyncExternalStore(subscribe, read);
