import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { Change, Micros } from '../model.ts';
import { LazyDocument, toLazyDocument } from './lazy-document.ts';

const SCHEMA_VERSION = 1;
const SCHEMA = `
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, message BLOB NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL
  );
  CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** Documents in SQLite. A commit that has returned survives a crash of the process. */
export class DatabaseFile {
  readonly #database: DatabaseSync;
  /** By name. The table has no index on names because it would more than double the cost of a write. */
  readonly #ids = new Map<string, number>();
  #lastId = 0;
  readonly #put;
  readonly #remove;
  readonly #setLastDeletion;
  readonly #begin;
  readonly #commit;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.#database = openExclusively(join(directory, 'firestore.sqlite'));
    this.#put = this.#database.prepare('INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?)');
    this.#remove = this.#database.prepare('DELETE FROM documents WHERE id = ?');
    this.#setLastDeletion = this.#database.prepare(`INSERT OR REPLACE INTO meta VALUES ('lastDeletion', ?)`);
    this.#begin = this.#database.prepare('BEGIN');
    this.#commit = this.#database.prepare('COMMIT');
  }

  /** Must be read completely before the first save. */
  *documents(): Generator<LazyDocument> {
    const rows = this.#database.prepare(
      'SELECT id, name, message, created, updated FROM documents ORDER BY id',
    );
    for (const row of rows.iterate()) {
      const { id, document } = parseRow(row);
      this.#ids.set(document.name, id);
      this.#lastId = id;
      yield document;
    }
  }

  /** The time of the last commit that only deleted documents: no document stores it. */
  lastDeletion(): Micros {
    const value = this.#database.prepare(`SELECT value FROM meta WHERE key = 'lastDeletion'`).get()?.[
      'value'
    ];
    return typeof value === 'number' ? value : 0;
  }

  save(time: Micros, changes: readonly Change[]): void {
    this.#begin.run();
    try {
      for (const { name, after } of changes) {
        const id = this.#idOf(name);
        if (after)
          this.#put.run(id, name, toLazyDocument(after).encoded(), after.createTime, after.updateTime);
        else this.#remove.run(id);
      }
      if (changes.every(({ after }) => !after)) this.#setLastDeletion.run(time);
      this.#commit.run();
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
    for (const { name, after } of changes) if (!after) this.#ids.delete(name);
  }

  #idOf(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = ++this.#lastId;
      this.#ids.set(name, id);
    }
    return id;
  }

  close(): void {
    this.#database.close();
  }
}

function openExclusively(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    // With WAL and NORMAL, a power failure can lose the last commits, but a crash of the process loses none.
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000',
    );
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    if (version > SCHEMA_VERSION) {
      throw new Error(
        `${path} was written by a newer version of this server (${version}, this one knows ${SCHEMA_VERSION}).`,
      );
    }
    if (version === 0) database.exec(`BEGIN EXCLUSIVE; ${SCHEMA} COMMIT`);
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && error.message.includes('database is locked')) {
      throw new Error(`${path} is in use by another server.`, { cause: error });
    }
    throw error;
  }
}

function parseRow({ id, name, message, created, updated }: Record<string, SQLOutputValue>): {
  id: number;
  document: LazyDocument;
} {
  if (
    typeof id !== 'number' ||
    typeof name !== 'string' ||
    !(message instanceof Uint8Array) ||
    typeof created !== 'number' ||
    typeof updated !== 'number'
  ) {
    throw new Error('The database file holds something that is not a document.');
  }
  return { id, document: new LazyDocument(name, message, created, updated) };
}
