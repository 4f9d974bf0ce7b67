import { randomBytes } from 'node:crypto';
import type { Change } from '../model.ts';
import { invalidArgument, StatusError } from '../status.ts';
import { microsToTimestamp } from '../values/codec.ts';
import {
  checkCollectionId,
  checkDocumentId,
  checkDocumentName,
  parseDatabaseName,
  parseParent,
} from '../values/resource-name.ts';
import { Code } from '../status.ts';
import { applyWrites } from '../writes/apply-writes.ts';
import type {
  BatchWriteRequest,
  CommitRequest,
  CreateDocumentRequest,
  DeleteDocumentRequest,
  DocumentMask,
  StatusMessage,
  UpdateDocumentRequest,
  WriteMessage,
  WriteResultMessage,
} from '../wire/messages.ts';
import type { Backend } from './backend.ts';
import { commitWrites, nameOfWrite } from './commit-writes.ts';
import { parseMask, toDocumentMessage } from './document-message.ts';
import { unary } from './service-method.ts';

export const commit = unary<CommitRequest>('CommitRequest', 'CommitResponse', async (backend, request) => {
  const { database, writes, transaction } = request;
  parseDatabaseName(database);
  if (writes.length === 0) {
    if (transaction.length > 0) backend.transactions.commitNothing(transaction);
    return {};
  }
  const { commit, results } = commitWrites(backend, writes, transaction.length > 0 ? transaction : undefined);
  await backend.testHooks.waitAfter(commit.changes);
  return { writeResults: results, commitTime: microsToTimestamp(commit.time) };
});

/** Each write succeeds or fails by itself, but all are applied in one commit. */
export const batchWrite = unary<BatchWriteRequest>(
  'BatchWriteRequest',
  'BatchWriteResponse',
  (backend, request) => {
    const { database, writes } = request;
    parseDatabaseName(database);
    const names = writes.map(nameOfWrite);
    for (const name of names) checkDocumentName(name);
    if (new Set(names).size < names.length) {
      throw invalidArgument('the same document cannot be written more than once in a single request');
    }
    const writeResults: WriteResultMessage[] = [];
    const status: StatusMessage[] = [];
    backend.store.commit((latest, time) => {
      const changes: Change[] = [];
      for (const write of writes) {
        const outcome = catchStatus(() => applyWrites(latest, time, [write]));
        if (!(outcome instanceof StatusError)) changes.push(...outcome.changes);
        writeResults.push(
          (outcome instanceof StatusError ? undefined : outcome.results[0]) ?? { transformResults: [] },
        );
        status.push(
          outcome instanceof StatusError
            ? { code: Code[outcome.code], message: outcome.message }
            : { code: 0, message: '' },
        );
      }
      return changes;
    });
    return { writeResults, status };
  },
);

function catchStatus<Result>(run: () => Result): Result | StatusError {
  try {
    return run();
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
}

export const createDocument = unary<CreateDocumentRequest>(
  'CreateDocumentRequest',
  'Document',
  (backend, request) => {
    const { parent, collectionId, document } = request;
    if (document?.name) throw invalidArgument('document.name must not be set');
    parseParent(parent);
    checkCollectionId(collectionId);
    if (request.documentId) checkDocumentId(request.documentId);
    return writeDocument(backend, request.mask, {
      operation: 'update',
      update: {
        name: `${parent}/${collectionId}/${request.documentId || newDocumentId()}`,
        fields: document?.fields ?? new Map(),
      },
      updateTransforms: [],
      currentDocument: { conditionType: 'exists', exists: false },
    });
  },
);

export const updateDocument = unary<UpdateDocumentRequest>(
  'UpdateDocumentRequest',
  'Document',
  (backend, request) =>
    writeDocument(backend, request.mask, {
      operation: 'update',
      update: request.document ?? { name: '', fields: new Map() },
      updateMask: request.updateMask,
      updateTransforms: [],
      currentDocument: request.currentDocument,
    }),
);

function writeDocument(backend: Backend, mask: DocumentMask | null | undefined, write: WriteMessage) {
  const paths = parseMask(mask);
  commitWrites(backend, [write]);
  const written = backend.store.snapshot().get(nameOfWrite(write));
  if (!written) throw new StatusError('INTERNAL', 'The document that was just written is missing.');
  return toDocumentMessage(written, paths);
}

export const deleteDocument = unary<DeleteDocumentRequest>(
  'DeleteDocumentRequest',
  'google.protobuf.Empty',
  (backend, { name, currentDocument }) => {
    commitWrites(backend, [{ operation: 'delete', delete: name, updateTransforms: [], currentDocument }]);
    return {};
  },
);

const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 20;

/** The same form as ids that the clients generate. */
function newDocumentId(): string {
  return [...randomBytes(ID_LENGTH)].map((byte) => ID_ALPHABET[byte % ID_ALPHABET.length]).join('');
}
