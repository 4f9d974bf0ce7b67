import type { Micros, Snapshot, StoredDocument } from '../model.ts';

export type RunQuery = (snapshot: Snapshot) => readonly StoredDocument[];

/** An active transaction, and what it has read. */
export class LiveTransaction {
  /** In milliseconds. */
  readonly beganAt: number;
  usedAt: number;
  ended = false;
  readonly #documents = new Map<string, Micros | undefined>();
  readonly #queries: { run: RunQuery; seen: readonly StoredDocument[] }[] = [];

  constructor(now: number) {
    this.beganAt = now;
    this.usedAt = now;
  }

  rememberDocument(name: string, document: StoredDocument | undefined): void {
    this.#documents.set(name, document?.updateTime);
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
}

const areSame = (a: readonly StoredDocument[], b: readonly StoredDocument[]) =>
  a.length === b.length &&
  a.every(({ name, updateTime }, index) => name === b[index]?.name && updateTime === b[index].updateTime);
