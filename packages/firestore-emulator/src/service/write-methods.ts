import type { Change, Commit } from '../model.ts';
import { Code, invalidArgument, StatusError } from '../status.ts';
import { microsToTimestamp } from '../values/codec.ts';
import { checkDocumentName, checkDatabaseName } from '../values/resource-name.ts';
import type {
  BatchWriteRequest,
  BeginTransactionRequest,
  CommitRequest,
  RollbackRequest,
  StatusMessage,
  WriteMessage,
  WriteResultMessage,
} from '../wire/messages.ts';
import { applyWrites } from '../writes/apply-writes.ts';
import type { Backend } from './backend.ts';

export function beginTransaction({ transactions }: Backend, { database, options }: BeginTransactionRequest) {
  checkDatabaseName(database);
  return [{ transaction: transactions.begin(options) }];
}

export function rollback({ transactions }: Backend, { database, transaction }: RollbackRequest) {
  checkDatabaseName(database);
  transactions.rollback(transaction);
  return [{}];
}

export async function commit(backend: Backend, { database, writes, transaction }: CommitRequest) {
  checkDatabaseName(database);
  if (writes.length === 0) {
    if (transaction.length > 0) backend.transactions.commitNothing(transaction);
    return [{}];
  }
  const { commit: made, results } = commitWrites(backend, writes, transaction);
  await backend.testHooks.waitAfter(made.changes);
  return [{ writeResults: results, commitTime: microsToTimestamp(made.time) }];
}

/** Applies all writes, or throws and applies none. */
export function commitWrites(
  { store, transactions }: Backend,
  writes: readonly WriteMessage[],
  transaction: Uint8Array = new Uint8Array(),
): { commit: Commit; results: readonly WriteResultMessage[] } {
  let results: readonly WriteResultMessage[] = [];
  const decide: Parameters<typeof store.commit>[0] = (latest, time) => {
    const applied = applyWrites(latest, time, writes);
    results = applied.results;
    return applied.changes;
  };
  const made = transaction.length > 0 ? transactions.commit(transaction, decide) : store.commit(decide);
  return { commit: made, results };
}

/** Each write succeeds or fails by itself, but all are applied in one commit. */
export function batchWrite({ store }: Backend, { database, writes }: BatchWriteRequest) {
  checkDatabaseName(database);
  const names = writes.map(({ update, delete: deleted }) => update?.name ?? deleted ?? '');
  for (const name of names) checkDocumentName(name);
  if (new Set(names).size < names.length) {
    throw invalidArgument('the same document cannot be written more than once in a single request');
  }
  const writeResults: WriteResultMessage[] = [];
  const status: StatusMessage[] = [];
  store.commit((latest, time) => {
    const changes: Change[] = [];
    for (const write of writes) {
      const outcome = catchStatus(() => applyWrites(latest, time, [write]));
      if (outcome instanceof StatusError) {
        writeResults.push({ transformResults: [] });
        status.push({ code: Code[outcome.code], message: outcome.message });
      } else {
        changes.push(...outcome.changes);
        writeResults.push(...outcome.results);
        status.push({ code: 0, message: '' });
      }
    }
    return changes;
  });
  return [{ writeResults, status }];
}

function catchStatus<Result>(run: () => Result): Result | StatusError {
  try {
    return run();
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
}
