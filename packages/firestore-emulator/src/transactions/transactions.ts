import { randomBytes } from 'node:crypto';
import type { Change, Commit, Micros, Snapshot, Store } from '../model.ts';
import { invalidArgument, StatusError, unimplemented } from '../status.ts';
import type { TransactionOptions } from '../wire/messages.ts';
import { LiveTransaction, type RunQuery } from './live-transaction.ts';
import { Turns } from './turns.ts';

const MAX_IDLE_MILLIS = 60_000;
const MAX_AGE_MILLIS = 270_000;
/** Ids have the same form as in Google's emulator: this byte, then eight more. */
const ID_PREFIX = 0x11;
const ID_BYTES = 9;
/** Queries with more results do not make other transactions wait. */
const MAX_QUERY_TURNS = 100;

/**
 * Serializable transactions: a read or a commit fails with ABORTED if anything that was read before has changed since.
 * Clients then retry with a new transaction.
 */
export class Transactions {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #live = new Map<string, LiveTransaction>();
  readonly #turns = new Turns();

  /** `now` in milliseconds. */
  constructor(store: Store, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  begin(options?: TransactionOptions | null): Uint8Array {
    this.#endExpired();
    if (options?.readOnly) throw unimplemented('Read-only transactions');
    const retried = options?.readWrite?.retryTransaction;
    if (retried?.length) keyOf(retried);
    const id = Uint8Array.of(ID_PREFIX, ...randomBytes(ID_BYTES - 1));
    this.#live.set(keyOf(id), new LiveTransaction(this.#now()));
    return id;
  }

  async readDocuments(id: Uint8Array, names: readonly string[]) {
    const transaction = this.#find(id);
    await this.#takeTurns(transaction, names);
    const snapshot = this.#readLatest(transaction);
    const documents = names.map((name) => snapshot.get(name));
    for (const [index, name] of names.entries()) transaction.rememberDocument(name, documents[index]);
    return { readTime: snapshot.readTime, documents };
  }

  /** `run` runs again later. It must return the same documents in the same order for the same state. */
  async readQuery(id: Uint8Array, run: RunQuery) {
    const transaction = this.#find(id);
    let snapshot = this.#readLatest(transaction);
    let documents = run(snapshot);
    if (documents.length <= MAX_QUERY_TURNS) {
      const waited = await this.#takeTurns(
        transaction,
        documents.map(({ name }) => name),
      );
      snapshot = this.#readLatest(transaction);
      if (waited) documents = run(snapshot);
    }
    transaction.rememberQuery(run, documents);
    return { readTime: snapshot.readTime, documents };
  }

  /** All reads of a transaction see one state. */
  #readLatest(transaction: LiveTransaction): Snapshot {
    const latest = this.#store.snapshot();
    if (transaction.isStale(latest)) throw aborted();
    return latest;
  }

  async #takeTurns(transaction: LiveTransaction, names: readonly string[]): Promise<boolean> {
    const waited = await this.#turns.take(transaction, names);
    if (transaction.ended) throw noSuchTransaction();
    return waited;
  }

  /** Ends the transaction even if `decide` throws. */
  commit(id: Uint8Array, decide: (latest: Snapshot, time: Micros) => readonly Change[]): Commit {
    const transaction = this.#find(id);
    try {
      const commit = this.#store.commit((latest, time) => {
        if (transaction.isStale(latest)) throw aborted();
        return decide(latest, time);
      });
      const written = new Set(commit.changes.map(({ name }) => name));
      this.#end(keyOf(id), transaction, (name) => !written.has(name));
      return commit;
    } catch (error) {
      this.#end(keyOf(id), transaction);
      throw error;
    }
  }

  /** Replaces the commit of a transaction that writes nothing. All that it read was of one state, so it cannot fail. */
  commitNothing(id: Uint8Array): void {
    this.#end(keyOf(id), this.#find(id), () => true);
  }

  /** Has no effect on a transaction that has ended. */
  rollback(id: Uint8Array): void {
    const transaction = this.#live.get(keyOf(id));
    if (transaction) this.#end(keyOf(id), transaction);
  }

  close(): void {
    for (const [key, transaction] of this.#live) this.#end(key, transaction);
  }

  #find(id: Uint8Array): LiveTransaction {
    this.#endExpired();
    const transaction = this.#live.get(keyOf(id));
    if (!transaction) throw noSuchTransaction();
    transaction.usedAt = this.#now();
    return transaction;
  }

  #end(key: string, transaction: LiveTransaction, isOnlyRead: (name: string) => boolean = () => false): void {
    this.#live.delete(key);
    transaction.ended = true;
    this.#turns.release(transaction, isOnlyRead);
  }

  #endExpired(): void {
    const now = this.#now();
    for (const [key, transaction] of this.#live) {
      const { usedAt, beganAt } = transaction;
      if (now - usedAt > MAX_IDLE_MILLIS || now - beganAt > MAX_AGE_MILLIS) this.#end(key, transaction);
    }
  }
}

function keyOf(id: Uint8Array): string {
  if (id.length !== ID_BYTES || id[0] !== ID_PREFIX) throw invalidArgument('Invalid transaction.');
  return Buffer.from(id).toString('latin1');
}

/** The Node.js client retries on exactly this text, which it needs after a restart of the server. */
const noSuchTransaction = () =>
  invalidArgument('The referenced transaction has expired or is no longer valid.');

const aborted = () =>
  new StatusError('ABORTED', 'A document that the transaction read has changed since: try it again.');
