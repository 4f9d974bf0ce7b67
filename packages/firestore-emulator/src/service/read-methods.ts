import { prepareQuery } from '../query/prepare-query.ts';
import { listCollectionIds } from '../query/list-collection-ids.ts';
import { listDocuments } from '../query/list-documents.ts';
import { microsToTimestamp } from '../values/codec.ts';
import { parseDatabaseName, parseDocumentName } from '../values/resource-name.ts';
import { StatusError } from '../status.ts';
import type {
  BatchGetDocumentsRequest,
  GetDocumentRequest,
  ListCollectionIdsMessage,
  ListDocumentsMessage,
} from '../wire/messages.ts';
import { readDocuments, readQuery, snapshotFor } from './consistency.ts';
import { parseMask, toDocumentMessage } from './document-message.ts';
import { streaming, unary } from './service-method.ts';

export const getDocument = unary<GetDocumentRequest>(
  'GetDocumentRequest',
  'Document',
  async (backend, request) => {
    const { name } = request;
    parseDocumentName(name);
    const mask = parseMask(request.mask);
    const { snapshot } = await readDocuments(backend, request, [name]);
    const document = snapshot.get(name);
    if (!document) throw new StatusError('NOT_FOUND', `Document (${name}) not found.`);
    return toDocumentMessage(document, mask);
  },
);

export const batchGetDocuments = streaming<BatchGetDocumentsRequest>(
  'BatchGetDocumentsRequest',
  'BatchGetDocumentsResponse',
  async (backend, request) => {
    parseDatabaseName(request.database);
    const names = [...new Set(request.documents)];
    for (const name of names) parseDocumentName(name);
    const mask = parseMask(request.mask);
    const { snapshot, started } = await readDocuments(backend, request, names);
    const readTime = microsToTimestamp(snapshot.readTime);
    const results = names.map((name) => {
      const document = snapshot.get(name);
      return document ? { found: toDocumentMessage(document, mask), readTime } : { missing: name, readTime };
    });
    return started ? [{ transaction: started }, ...results] : results;
  },
);

export const listDocumentsMethod = unary<ListDocumentsMessage>(
  'ListDocumentsRequest',
  'ListDocumentsResponse',
  async (backend, request) => {
    const { parent, collectionId } = request;
    const plan = prepareQuery(parent, {
      from: [{ collectionId, allDescendants: false }],
      orderBy: [],
      offset: 0,
      limit: request.pageSize > 0 ? { value: request.pageSize } : undefined,
    });
    const { snapshot } = await readQuery(backend, request, plan);
    const page = listDocuments(snapshot, request);
    return {
      documents: page.documents.map((each) =>
        each.fields ? toDocumentMessage(each) : { name: each.name, fields: new Map() },
      ),
      nextPageToken: page.nextPageToken,
    };
  },
);

export const listCollectionIdsMethod = unary<ListCollectionIdsMessage>(
  'ListCollectionIdsRequest',
  'ListCollectionIdsResponse',
  (backend, request) => {
    return listCollectionIds(snapshotFor(backend, request), request);
  },
);
