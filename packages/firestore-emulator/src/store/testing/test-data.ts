/** Helpers for the tests of store, writes and transactions. */
import type { Fields, Value } from '../../firestore-values.ts';
import type { Commit, Snapshot, Store } from '../../model.ts';
import { applyWrites } from '../../writes/apply-writes.ts';
import type { PreconditionMessage, WriteMessage, WriteResultMessage } from '../../wire/messages.ts';

export const database = 'projects/p/databases/(default)';
export const nameOf = (path: string): string => `${database}/documents/${path}`;
export const fieldsOf = (entries: Record<string, Value>): Map<string, Value> =>
  new Map(Object.entries(entries));

export const exists = (exists: boolean): PreconditionMessage => ({ conditionType: 'exists', exists });

export const setting = (
  path: string,
  entries: Record<string, Value>,
  more: Partial<WriteMessage> = {},
): WriteMessage => ({
  operation: 'update',
  update: { name: nameOf(path), fields: fieldsOf(entries) },
  updateTransforms: [],
  ...more,
});

export const deleting = (path: string, more: Partial<WriteMessage> = {}): WriteMessage => ({
  operation: 'delete',
  delete: nameOf(path),
  updateTransforms: [],
  ...more,
});

export function commit(store: Store, ...writes: WriteMessage[]): Commit & { results: WriteResultMessage[] } {
  let results: WriteResultMessage[] = [];
  const committed = store.commit((latest, time) => {
    const applied = applyWrites(latest, time, writes);
    results = applied.results;
    return applied.changes;
  });
  return { ...committed, results };
}

export const fieldsAt = (snapshot: Snapshot, path: string): Fields | undefined =>
  snapshot.get(nameOf(path))?.fields;

export const pathsIn = (snapshot: Snapshot, collection: string): string[] =>
  snapshot.documents(nameOf(collection)).map(({ name }) => name.slice(nameOf('').length));
