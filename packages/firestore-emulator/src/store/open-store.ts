import type { Change, Commit, Micros, Snapshot, Store } from '../model.ts';
import { invalidArgument } from '../status.ts';
import { databaseOf } from '../values/resource-name.ts';
import { Clock, wallClock } from './clock.ts';
import { DatabaseFile } from './database-file.ts';
import { History, historyLimits, type HistoryLimits } from './history.ts';
import { toLazyDocument } from './lazy-document.ts';
import { LatestState } from './latest-state.ts';
import { SnapshotAt, tooOld } from './snapshot-at.ts';

interface StoreOptions {
  /** Without it, documents are kept in memory only. */
  dataDir?: string | undefined;
  now?: () => Micros;
  history?: HistoryLimits;
}

/** Opens the store in the data directory. Throws if another server is using it. */
export function openStore({ dataDir, now = wallClock(), history = historyLimits }: StoreOptions = {}): Store {
  return new MemoryStore(dataDir === undefined ? undefined : new DatabaseFile(dataDir), now, history);
}

class MemoryStore implements Store {
  readonly #latest = new LatestState();
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #file: DatabaseFile | undefined;
  readonly #limits: HistoryLimits;
  readonly #clock: Clock;
  readonly #history: History;

  constructor(file: DatabaseFile | undefined, now: () => Micros, limits: HistoryLimits) {
    this.#file = file;
    this.#limits = limits;
    let lastCommit = file?.lastDeletion() ?? 0;
    for (const document of file?.documents() ?? []) {
      this.#latest.put(document);
      lastCommit = Math.max(lastCommit, document.updateTime);
    }
    this.#clock = new Clock(now, lastCommit);
    this.#history = new History(lastCommit, limits);
  }

  snapshot(readTime?: Micros): Snapshot {
    const now = this.#clock.readTime();
    if (readTime === undefined) return new SnapshotAt(now, this.#latest, this.#history);
    if (readTime > now) throw invalidArgument("The requested 'read_time' cannot be in the future.");
    if (readTime < now - this.#limits.age || !this.#history.reaches(readTime)) throw tooOld();
    return new SnapshotAt(readTime, this.#latest, this.#history);
  }

  commit(decide: (latest: Snapshot, time: Micros) => readonly Change[]): Commit {
    const latest = this.snapshot();
    const time = this.#clock.commitTime();
    const changes = decide(latest, time).map(keepChange);
    const commit = { time, changes };
    if (changes.length === 0) return commit;
    this.#file?.save(time, changes);
    for (const change of changes) this.#latest.apply(change);
    this.#history.add(commit);
    for (const listener of this.#listeners) listener(commit);
    return commit;
  }

  subscribe(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changedSince(time: Micros): readonly string[] | undefined {
    if (!this.#history.reaches(time)) return undefined;
    const names = this.#history.since(time).flatMap(({ changes }) => changes.map(({ name }) => name));
    return [...new Set(names)];
  }

  retain(readTime: Micros): () => void {
    return this.#history.retain(readTime);
  }

  clear(databaseName: string): void {
    this.commit((latest) =>
      [...this.#latest.names()]
        .filter((name) => databaseOf(name) === databaseName)
        .map((name) => ({ name, before: latest.get(name), after: undefined })),
    );
  }

  close(): void {
    this.#file?.close();
  }
}

const keepChange = ({ name, before, after }: Change): Change => ({
  name,
  before,
  after: after && toLazyDocument(after),
});
