/** Selects the state that a request reads: a transaction's, a past one, or the latest. */
import type { Snapshot, StoredDocument } from '../model.ts';
import type { PreparedQuery } from '../query/prepared-query.ts';
import { timestampToMicros } from '../values/codec.ts';
import type { ConsistencySelector } from '../wire/messages.ts';
import type { Backend } from './backend.ts';

export interface Reading {
  readonly snapshot: Snapshot;
  /** The transaction that this request started. */
  readonly started: Uint8Array | undefined;
}

export async function readDocuments(
  backend: Backend,
  selector: ConsistencySelector,
  names: readonly string[],
): Promise<Reading> {
  const { id, started } = transactionOf(backend, selector);
  return {
    snapshot: id ? await backend.transactions.readDocuments(id, names) : snapshotFor(backend, selector),
    started,
  };
}

/** Runs `query` only in a transaction, which has to know whether the result changes before the commit. */
export async function readQuery(
  backend: Backend,
  selector: ConsistencySelector,
  query: PreparedQuery,
): Promise<Reading & { readonly documents?: readonly StoredDocument[] }> {
  const { id, started } = transactionOf(backend, selector);
  if (id)
    return { ...(await backend.transactions.readQuery(id, (snapshot) => query.run(snapshot))), started };
  return { snapshot: snapshotFor(backend, selector), started };
}

function transactionOf({ transactions }: Backend, selector: ConsistencySelector) {
  if (selector.newTransaction) {
    const started = transactions.begin(selector.newTransaction);
    return { id: started, started };
  }
  // Present but empty is an unknown transaction.
  const id = Object.hasOwn(selector, 'transaction') ? selector.transaction : undefined;
  return { id: id ?? undefined, started: undefined };
}

export const snapshotFor = ({ store }: Backend, { readTime }: ConsistencySelector): Snapshot =>
  store.snapshot(readTime ? timestampToMicros(readTime) : undefined);
