import {
  batchGetDocuments,
  getDocument,
  listCollectionIdsMethod,
  listDocumentsMethod,
} from './read-methods.ts';
import { partitionQueryMethod, runAggregationQuery, runQuery } from './query-methods.ts';
import type { ServiceMethod } from './service-method.ts';
import { beginTransaction, rollback } from './transaction-methods.ts';
import { batchWrite, commit, createDocument, deleteDocument, updateDocument } from './write-methods.ts';

/** By name in google.firestore.v1.Firestore. ExecutePipeline is not supported. */
export const serviceMethods = {
  BatchGetDocuments: batchGetDocuments,
  BatchWrite: batchWrite,
  BeginTransaction: beginTransaction,
  Commit: commit,
  CreateDocument: createDocument,
  DeleteDocument: deleteDocument,
  GetDocument: getDocument,
  ListCollectionIds: listCollectionIdsMethod,
  ListDocuments: listDocumentsMethod,
  PartitionQuery: partitionQueryMethod,
  Rollback: rollback,
  RunAggregationQuery: runAggregationQuery,
  RunQuery: runQuery,
  UpdateDocument: updateDocument,
} satisfies Record<string, ServiceMethod>;

export type MethodName = keyof typeof serviceMethods;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets which keys they are
export const methodNames = Object.keys(serviceMethods) as MethodName[];
