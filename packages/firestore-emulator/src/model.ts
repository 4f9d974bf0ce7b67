import type { Fields } from '@portal/firebase-rules/firestore-values';

/**
 * The words of this server.
 *
 * - value: what a field holds, as a plain JavaScript value (see {@link Value}).
 * - name: a full resource name, `projects/P/databases/D/documents/a/b`.
 * - collection path: a name with an odd number of segments below `documents`, `…/documents/a`.
 * - micros: microseconds since the epoch. A commit time is also the version of what it wrote.
 * - snapshot: the documents as they stood at one read time.
 * - change: one document before and after a commit.
 */
export type Micros = number;

export interface StoredDocument {
  readonly name: string;
  readonly fields: Fields;
  readonly createTime: Micros;
  readonly updateTime: Micros;
}

export interface Change {
  readonly name: string;
  readonly before: StoredDocument | undefined;
  readonly after: StoredDocument | undefined;
}

export interface Commit {
  readonly time: Micros;
  readonly changes: readonly Change[];
}

export interface Snapshot {
  readonly readTime: Micros;
  get(name: string): StoredDocument | undefined;
  /** The documents of one collection in name order. */
  documents(collectionPath: string): readonly StoredDocument[];
  /** Paths of all non-empty collections below `parent` (a document name or the database root), at any depth, in name order. */
  collectionsBelow(parent: string): readonly string[];
}

export interface Store {
  /** Without a time: the latest state. Throws FAILED_PRECONDITION for one that is too old. */
  snapshot(readTime?: Micros): Snapshot;
  /**
   * Runs `decide` on the latest state and makes its changes durable and visible as one, before anything else can happen.
   * What `decide` throws leaves everything as it was.
   */
  commit(decide: (latest: Snapshot, time: Micros) => readonly Change[]): Commit;
  /** Called after each commit, in commit order; must not throw, nor commit itself. Returns how to stop. */
  subscribe(listener: (commit: Commit) => void): () => void;
  /** Names of the documents changed after this time; undefined where history no longer reaches back to it. */
  changedSince(time: Micros): readonly string[] | undefined;
  /** Keeps the state at this time readable until released. */
  retain(readTime: Micros): () => void;
  /** Removes all documents of one database. */
  clear(databaseName: string): void;
  close(): void;
}
