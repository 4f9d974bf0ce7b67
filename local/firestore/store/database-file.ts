import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { Change, Micros } from '../model.ts';
import { KeptDocument, keepDocument } from './kept-document.ts';

const SCHEMA_VERSION = 1;
const SCHEMA = `
  CREATE TABLE documents (name TEXT PRIMARY KEY, message BLOB NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL);
  CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** The documents on disk. A commit that returned survives the end of the process, however that comes. */
export class DatabaseFile {
  readonly #database: DatabaseSync;
  readonly #put;
  readonly #remove;
  readonly #setLastDeletion;
  readonly #begin;
  readonly #commit;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.#database = openExclusively(join(directory, 'firestore.sqlite'));
    this.#put = this.#database.prepare(
      `INSERT INTO documents (name, message, created, updated) VALUES (?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET message = excluded.message, created = excluded.created, updated = excluded.updated`,
    );
    this.#remove = this.#database.prepare('DELETE FROM documents WHERE name = ?');
    this.#setLastDeletion = this.#database.prepare(
      `INSERT INTO meta VALUES ('lastDeletion', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    );
    this.#begin = this.#database.prepare('BEGIN');
    this.#commit = this.#database.prepare('COMMIT');
  }

  *documents(): Generator<KeptDocument> {
    for (const row of this.#database
      .prepare('SELECT name, message, created, updated FROM documents')
      .iterate()) {
      yield documentOf(row);
    }
  }

  /** The time of the last commit that left no document behind to tell it. */
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
        if (after) this.#put.run(name, keepDocument(after).encoded(), after.createTime, after.updateTime);
        else this.#remove.run(name);
      }
      if (changes.every(({ after }) => !after)) this.#setLastDeletion.run(time);
      this.#commit.run();
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }
}

function openExclusively(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    // In WAL mode with NORMAL, losing power may lose the last commits; the end of the process loses none.
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

function documentOf({ name, message, created, updated }: Record<string, SQLOutputValue>): KeptDocument {
  if (
    typeof name !== 'string' ||
    !(message instanceof Uint8Array) ||
    typeof created !== 'number' ||
    typeof updated !== 'number'
  ) {
    throw new Error('The database file holds something that is not a document.');
  }
  return new KeptDocument(name, message, created, updated);
}
