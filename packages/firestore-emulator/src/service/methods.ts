import { batchGetDocuments, listCollections, runAggregationQuery, runQuery } from './read-methods.ts';
import type { Backend } from './backend.ts';
import { batchWrite, beginTransaction, commit, rollback } from './write-methods.ts';

type Responses = Iterable<object> | Promise<Iterable<object>>;

/** By name in google.firestore.v1.Firestore. Each takes a decoded request. */
export const methods = {
  BatchGetDocuments: batchGetDocuments,
  BatchWrite: batchWrite,
  BeginTransaction: beginTransaction,
  Commit: commit,
  ListCollectionIds: listCollections,
  Rollback: rollback,
  RunAggregationQuery: runAggregationQuery,
  RunQuery: runQuery,
} satisfies Record<string, (backend: Backend, request: never) => Responses>;

export type MethodName = keyof typeof methods;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets which keys they are
export const methodNames = Object.keys(methods) as MethodName[];
