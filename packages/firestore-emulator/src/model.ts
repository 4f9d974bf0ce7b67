import type { Fields } from './firestore-values.ts';

/**
 * Terms used in this package.
 *
 * - value: a field's content as a plain JavaScript value (Value in firestore-values.ts).
 * - name: a full resource name, `projects/P/databases/D/documents/a/b`.
 * - collection path: a name with an odd number of segments below `documents`, `…/documents/a`.
 * - micros: microseconds since the epoch. A commit time is also the version of the documents it wrote.
 * - snapshot: the documents at one read time.
 * - change: one document after a commit.
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
  /** Paths of all non-empty collections at any depth below `parent` (a document name or the database root), in name order. */
  collectionsBelow(parent: string): readonly string[];
}

export interface Store {
  /** The latest state: what it returns changes with the next commit. */
  snapshot(): Snapshot;
  /**
   * Runs `decide` on the latest state, then makes its changes durable and visible atomically.
   * If `decide` throws, nothing changes.
   */
  commit(decide: (latest: Snapshot, time: Micros) => readonly Change[]): Commit;
  /** Calls `listener` after each commit, in commit order. It must not throw or commit. Returns a function to unsubscribe. */
  subscribe(listener: (commit: Commit) => void): () => void;
  /** Removes all documents of one database. */
  clear(databaseName: string): void;
  close(): void;
}
