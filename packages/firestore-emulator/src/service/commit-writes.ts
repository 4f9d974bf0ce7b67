import type { Access } from '../access/access.ts';
import type { FirestoreAccess } from '@portal/firebase-rules/firestore-rules';
import type { Caller } from '../access/caller.ts';
import type { Change, Commit, Micros, Snapshot } from '../model.ts';
import { applyWrites, type AppliedWrites } from '../writes/apply-writes.ts';
import type { WriteMessage, WriteResultMessage } from '../wire/messages.ts';
import type { Backend } from './backend.ts';

export interface WritesCommit {
  readonly commit: Commit;
  readonly results: readonly WriteResultMessage[];
}

/** Applies all writes, or throws and applies none. */
export function commitWrites(
  { store, transactions, access }: Backend,
  caller: Caller,
  writes: readonly WriteMessage[],
  transaction?: Uint8Array,
): WritesCommit {
  let results: readonly WriteResultMessage[] = [];
  const decide = (latest: Snapshot, time: Micros): readonly Change[] => {
    const applied = applyAllowedWrites(access, caller, latest, time, writes);
    results = applied.results;
    return applied.changes;
  };
  const commit = transaction ? transactions.commit(transaction, decide) : store.commit(decide);
  return { commit, results };
}

/** The document's name, which is not checked. */
export const nameOfWrite = ({ update, delete: deleted, verify, transform }: WriteMessage): string =>
  update?.name ?? transform?.document ?? (deleted || verify || '');

/** If both the rules and a precondition refuse a write, the error is that of the rules. */
function applyAllowedWrites(
  access: Access,
  caller: Caller,
  latest: Snapshot,
  time: Micros,
  writes: readonly WriteMessage[],
): AppliedWrites {
  if (!writes.every((write) => access.isOpen(caller, nameOfWrite(write)))) {
    const { changes } = applyWrites(latest, time, writes.map(withoutPrecondition));
    checkWrites(access, caller, latest, time, writes, changes);
  }
  return applyWrites(latest, time, writes);
}

const withoutPrecondition = ({ operation, ...write }: WriteMessage): WriteMessage => ({
  ...write,
  ...(operation && { operation }),
  updateTransforms: write.updateTransforms,
  currentDocument: null,
});

/** Rules see all writes to one document as one write, from before the commit to after it. */
function checkWrites(
  access: Access,
  caller: Caller,
  latest: Snapshot,
  time: Micros,
  writes: readonly WriteMessage[],
  changes: readonly Change[],
): void {
  const changed = new Map(changes.map((change) => [change.name, change]));
  const read = (name: string) => latest.get(name);
  const readAfter = (name: string) => {
    const change = changed.get(name);
    return change ? change.after : latest.get(name);
  };
  const lookedUp = new Set<string>();
  for (const [name, own] of Map.groupBy(writes, nameOfWrite)) {
    const before = read(name);
    const method = methodOf(own, before !== undefined);
    const after = readAfter(name);
    access.checkWrite(caller, time, { method, name, before, after, read, readAfter, lookedUp });
  }
}

function methodOf(writes: readonly WriteMessage[], existsBefore: boolean): FirestoreAccess['method'] {
  const last = writes.findLast(({ operation }) => operation !== 'verify');
  if (!last) return 'get';
  if (last.operation === 'delete') return 'delete';
  const { conditionType, exists = existsBefore } = writes[0]?.currentDocument ?? {};
  return (conditionType === 'exists' ? exists : existsBefore) ? 'update' : 'create';
}
