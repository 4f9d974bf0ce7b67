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

/** Makes all writes, or throws and makes none. */
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

/** The document's name, unchecked. */
export const nameOfWrite = ({ update, delete: deleted, verify, transform }: WriteMessage): string =>
  update?.name ?? transform?.document ?? (deleted || verify || '');

/** Where both the rules and the state of the documents forbid a write, the caller is told of the rules only. */
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

/** Several writes to one document are judged as one: from what was there before the commit to what it leaves behind. */
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

function methodOf(writes: readonly WriteMessage[], isThere: boolean): FirestoreAccess['method'] {
  const last = writes.findLast(({ operation }) => operation !== 'verify');
  if (!last) return 'get';
  if (last.operation === 'delete') return 'delete';
  const { conditionType, exists = isThere } = writes[0]?.currentDocument ?? {};
  return (conditionType === 'exists' ? exists : isThere) ? 'update' : 'create';
}
