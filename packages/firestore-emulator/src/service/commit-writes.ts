import type { Change, Commit, Micros, Snapshot } from '../model.ts';
import { applyWrites } from '../writes/apply-writes.ts';
import type { WriteMessage, WriteResultMessage } from '../wire/messages.ts';
import type { Backend } from './backend.ts';

export interface WritesCommit {
  readonly commit: Commit;
  readonly results: readonly WriteResultMessage[];
}

/** Applies all writes, or throws and applies none. */
export function commitWrites(
  { store, transactions }: Backend,
  writes: readonly WriteMessage[],
  transaction?: Uint8Array,
): WritesCommit {
  let results: readonly WriteResultMessage[] = [];
  const decide = (latest: Snapshot, time: Micros): readonly Change[] => {
    const applied = applyWrites(latest, time, writes);
    results = applied.results;
    return applied.changes;
  };
  const commit = transaction ? transactions.commit(transaction, decide) : store.commit(decide);
  return { commit, results };
}

/** The document's name, which is not checked. */
export const nameOfWrite = ({ update, delete: deleted, verify, transform }: WriteMessage): string =>
  update?.name ?? transform?.document ?? (deleted || verify || '');
