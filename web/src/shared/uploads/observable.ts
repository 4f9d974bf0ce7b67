/** Something outside React that its parts look at, by useSyncExternalStore. */
export class Observable {
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  protected tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
