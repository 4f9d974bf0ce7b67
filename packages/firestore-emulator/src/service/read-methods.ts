import { requireIndex } from '../indexes/require-index.ts';
import type { Micros, StoredDocument } from '../model.ts';
import { prepareAggregation } from '../query/aggregate.ts';
import { listCollectionIds } from '../query/list-collection-ids.ts';
import { prepareQuery } from '../query/prepare-query.ts';
import type { PreparedQuery } from '../query/prepared-query.ts';
import { projectDocument } from '../query/select-fields.ts';
import { invalidArgument, unimplemented } from '../status.ts';
import { LazyDocument } from '../store/lazy-document.ts';
import { microsToTimestamp, type DocumentMessage, type EncodedDocument } from '../values/codec.ts';
import { parseFieldPath } from '../values/field-path.ts';
import { checkDatabaseName, checkDocumentName } from '../values/resource-name.ts';
import type {
  BatchGetDocumentsRequest,
  ConsistencySelector,
  ListCollectionIdsRequest,
  RunAggregationQueryRequest,
  RunQueryRequest,
} from '../wire/messages.ts';
import type { Backend } from './backend.ts';

export async function batchGetDocuments(backend: Backend, request: BatchGetDocumentsRequest) {
  checkDatabaseName(request.database);
  const names = [...new Set(request.documents)];
  for (const name of names) checkDocumentName(name);
  const mask = request.mask?.fieldPaths.map(parseFieldPath);
  const { id, started } = transactionOf(backend, request);
  const { readTime, documents } = id
    ? await backend.transactions.readDocuments(id, names)
    : readLatest(backend, names);
  const responses = documents.map((document, index) => ({
    readTime: microsToTimestamp(readTime),
    ...(document
      ? { found: toDocumentMessage(mask ? projectDocument(document, mask) : document) }
      : { missing: names[index] }),
  }));
  return [...started, ...responses];
}

export async function runQuery(backend: Backend, request: RunQueryRequest) {
  const { parent, structuredQuery } = request;
  if (!structuredQuery) throw invalidArgument('only structured queries are supported');
  const query = prepareQuery(parent, structuredQuery);
  const { started, documents, readTime: time } = await readQuery(backend, request, query);
  const readTime = microsToTimestamp(time);
  return responses();

  function* responses() {
    yield* started;
    for (const document of documents)
      yield { document: toDocumentMessage(query.project(document)), readTime };
    if (documents.length === 0) yield { readTime };
  }
}

export async function runAggregationQuery(backend: Backend, request: RunAggregationQueryRequest) {
  const { parent, structuredAggregationQuery } = request;
  if (!structuredAggregationQuery) throw invalidArgument('only structured aggregation queries are supported');
  const { query, aggregate } = prepareAggregation(parent, structuredAggregationQuery);
  const { started, documents, readTime } = await readQuery(backend, request, query);
  const aggregateFields = Object.fromEntries(aggregate(documents));
  return [...started, { result: { aggregateFields }, readTime: microsToTimestamp(readTime) }];
}

export const listCollections = ({ store }: Backend, { parent }: ListCollectionIdsRequest) => [
  { collectionIds: listCollectionIds(store.snapshot(), parent) },
];

interface Reading {
  readonly readTime: Micros;
  readonly documents: readonly StoredDocument[];
}

async function readQuery(backend: Backend, selector: ConsistencySelector, query: PreparedQuery) {
  const { store, transactions, indexes } = backend;
  if (indexes) requireIndex(query, indexes);
  const { id, started } = transactionOf(backend, selector);
  const readNow = (): Reading => {
    const snapshot = store.snapshot();
    return { readTime: snapshot.readTime, documents: query.run(snapshot) };
  };
  return { ...(id ? await transactions.readQuery(id, query.run) : readNow()), started };
}

function readLatest({ store }: Backend, names: readonly string[]) {
  const snapshot = store.snapshot();
  return { readTime: snapshot.readTime, documents: names.map((name) => snapshot.get(name)) };
}

/** The transaction of a request, and the response with the id of one that the request starts. */
function transactionOf({ transactions }: Backend, selector: ConsistencySelector) {
  if (selector.readTime) throw unimplemented('Reads at a past time');
  if (selector.newTransaction) {
    const id = transactions.begin(selector.newTransaction);
    return { id, started: [{ transaction: id }] };
  }
  // Present but empty is an unknown transaction.
  const id = Object.hasOwn(selector, 'transaction') ? (selector.transaction ?? undefined) : undefined;
  return { id, started: [] };
}

export function toDocumentMessage(document: StoredDocument): DocumentMessage | EncodedDocument {
  if (document instanceof LazyDocument) return document;
  const { name, fields, createTime, updateTime } = document;
  return {
    name,
    fields,
    createTime: microsToTimestamp(createTime),
    updateTime: microsToTimestamp(updateTime),
  };
}
