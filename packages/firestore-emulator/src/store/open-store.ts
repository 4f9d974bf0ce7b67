import type { Change, Commit, Micros, Snapshot, Store } from '../model.ts';
import { databaseOf } from '../values/resource-name.ts';
import { Clock, wallClock } from './clock.ts';
import { DatabaseFile } from './database-file.ts';
import { toLazyDocument } from './lazy-document.ts';
import { LatestState } from './latest-state.ts';

interface StoreOptions {
  /** Without it, documents are kept in memory only. */
  dataDir?: string | undefined;
  now?: () => Micros;
}

/** Opens the store in the data directory. Throws if another server is using it. */
export function openStore({ dataDir, now = wallClock() }: StoreOptions = {}): Store {
  return new MemoryStore(dataDir === undefined ? undefined : new DatabaseFile(dataDir), now);
}

class MemoryStore implements Store {
  readonly #latest = new LatestState();
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #file: DatabaseFile | undefined;
  readonly #clock: Clock;

  constructor(file: DatabaseFile | undefined, now: () => Micros) {
    this.#file = file;
    let lastCommit = file?.lastDeletion() ?? 0;
    for (const document of file?.documents() ?? []) {
      this.#latest.put(document);
      lastCommit = Math.max(lastCommit, document.updateTime);
    }
    this.#clock = new Clock(now, lastCommit);
  }

  snapshot(): Snapshot {
    const latest = this.#latest;
    return {
      readTime: this.#clock.readTime(),
      get: (name) => latest.get(name),
      documents: (path) => latest.documents(path),
      collectionsBelow: (parent) => latest.collectionsBelow(parent),
    };
  }

  commit(decide: (latest: Snapshot, time: Micros) => readonly Change[]): Commit {
    const latest = this.snapshot();
    const time = this.#clock.commitTime();
    const changes = decide(latest, time).map(keepChange);
    const commit = { time, changes };
    if (changes.length === 0) return commit;
    this.#file?.save(time, changes);
    for (const change of changes) this.#latest.apply(change);
    for (const listener of this.#listeners) listener(commit);
    return commit;
  }

  subscribe(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  clear(databaseName: string): void {
    const names = [...this.#latest.names()].filter((name) => databaseOf(name) === databaseName);
    this.commit(() => names.map((name) => ({ name, after: undefined })));
  }

  close(): void {
    this.#file?.close();
  }
}

const keepChange = ({ name, after }: Change): Change => ({
  name,
  after: after && toLazyDocument(after),
});
