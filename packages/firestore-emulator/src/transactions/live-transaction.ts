import type { Micros, Snapshot, Store, StoredDocument } from '../model.ts';

export type RunQuery = (snapshot: Snapshot) => readonly StoredDocument[];

/** An active transaction: the state it reads, and what it has read. */
export class LiveTransaction {
  readonly isReadOnly: boolean;
  /** In milliseconds. */
  readonly beganAt: number;
  usedAt: number;
  ended = false;
  readonly #store: Store;
  #snapshot: Snapshot | undefined;
  #release = () => {};
  readonly #documents = new Map<string, Micros | undefined>();
  readonly #queries: { run: RunQuery; seen: readonly StoredDocument[] }[] = [];

  constructor(store: Store, isReadOnly: boolean, now: number, readTime?: Micros) {
    this.#store = store;
    this.isReadOnly = isReadOnly;
    this.beganAt = now;
    this.usedAt = now;
    if (readTime !== undefined) this.#readAt(store.snapshot(readTime));
  }

  /** All reads see the state of the first one. */
  get snapshot(): Snapshot {
    return this.#snapshot ?? this.#readAt(this.#store.snapshot());
  }

  #readAt(snapshot: Snapshot): Snapshot {
    this.#release();
    this.#release = this.#store.retain(snapshot.readTime);
    this.#snapshot = snapshot;
    return snapshot;
  }

  /** Moves to the latest state if nothing that was read has changed, so that later reads do not fail for being too old. */
  moveToLatest(): void {
    if (!this.#snapshot || this.isReadOnly) return;
    const latest = this.#store.snapshot();
    if (!this.isStale(latest)) this.#readAt(latest);
  }

  rememberDocuments(names: readonly string[]): void {
    for (const name of names) this.#documents.set(name, this.snapshot.get(name)?.updateTime);
  }

  rememberQuery(run: RunQuery, documents: readonly StoredDocument[]): void {
    this.#queries.push({ run, seen: documents });
  }

  /** Whether anything that was read has changed in the latest state. */
  isStale(latest: Snapshot): boolean {
    for (const [name, version] of this.#documents) {
      if (latest.get(name)?.updateTime !== version) return true;
    }
    return this.#queries.some(({ run, seen }) => !areSame(run(latest), seen));
  }

  end(): void {
    this.ended = true;
    this.#release();
  }
}

const areSame = (a: readonly StoredDocument[], b: readonly StoredDocument[]) =>
  a.length === b.length &&
  a.every(({ name, updateTime }, index) => name === b[index]?.name && updateTime === b[index].updateTime);
