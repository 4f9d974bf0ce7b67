import { Reference, type Value } from '../values/firestore-values.ts';
import type { Snapshot, StoredDocument } from '../model.ts';
import { invalidArgument } from '../status.ts';
import { compareNames } from '../values/resource-name.ts';
import { Direction, type CursorMessage, type StructuredQuery } from '../wire/messages.ts';
import { messageCodec } from '../wire/protocol.ts';
import { segmentAfter } from './list-collection-ids.ts';
import { prepareQuery } from './prepare-query.ts';
import { parseQueryPath, valueAt } from './query-path.ts';
import { projectDocument } from './select-fields.ts';

export interface ListDocumentsRequest {
  readonly parent: string;
  /** Empty for the documents of all collections of the parent. */
  readonly collectionId: string;
  readonly pageSize: number;
  readonly pageToken: string;
  readonly orderBy: string;
  readonly mask?: { readonly fieldPaths: readonly string[] } | null | undefined;
  readonly showMissing: boolean;
}

/** A missing document with documents below it. */
export interface MissingDocument {
  readonly name: string;
  readonly fields: undefined;
}

export interface DocumentsPage {
  readonly documents: (StoredDocument | MissingDocument)[];
  readonly nextPageToken: string;
}

const DEFAULT_PAGE_SIZE = 30;
const MAX_PAGE_SIZE = 300;

const cursorCodec = messageCodec<CursorMessage>('Cursor');

export function listDocuments(snapshot: Snapshot, request: ListDocumentsRequest): DocumentsPage {
  const { parent, collectionId, pageSize, pageToken, mask, showMissing } = request;
  if (pageSize < 0) throw invalidArgument('Page size must be nonnegative.');
  if (showMissing && request.orderBy) {
    throw invalidArgument('cannot specify an order when show_missing is true');
  }
  const size = Math.min(pageSize || DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  const orderBy = parseOrderBy(request.orderBy);
  const startAt = pageToken ? decodeCursor(pageToken) : undefined;
  const query = prepareQuery(parent, {
    from: [{ collectionId, allDescendants: false }],
    orderBy,
    startAt,
    offset: 0,
    limit: { value: size + 1 },
  });
  const found: (StoredDocument | MissingDocument)[] = query.run(snapshot);
  const after = startAt?.values.at(-1);
  const missing = showMissing
    ? missingDocuments(snapshot, request, after instanceof Reference ? after.name : undefined)
    : [];
  const all =
    missing.length > 0 ? [...found, ...missing].sort((a, b) => compareNames(a.name, b.name)) : found;
  const page = all.slice(0, size);
  const last = page.at(-1);
  const paths = mask?.fieldPaths.map(parseQueryPath);
  return {
    documents: paths ? page.map((each) => (each.fields ? projectDocument(each, paths) : each)) : page,
    nextPageToken: last && all.length > size ? encodeCursor(last, orderBy) : '',
  };
}

/** `a, b.c desc`. The name is always last, so that a page can start after any document. */
function parseOrderBy(text: string): StructuredQuery['orderBy'] {
  const order = text === '' ? [] : text.split(',').map((clause) => parseClause(clause, text));
  if (!order.some(({ field }) => field?.fieldPath === '__name__')) {
    order.push({
      field: { fieldPath: '__name__' },
      direction: order.at(-1)?.direction ?? Direction.ASCENDING,
    });
  }
  return order;
}

function parseClause(clause: string, text: string): StructuredQuery['orderBy'][number] {
  const [, fieldPath, direction = 'asc'] = /^\s*(\S+)(?:\s+(asc|desc))?\s*$/i.exec(clause) ?? [];
  if (!fieldPath) throw invalidArgument(`Invalid order by clause "${text}".`);
  const descending = direction.toLowerCase() === 'desc';
  return { field: { fieldPath }, direction: descending ? Direction.DESCENDING : Direction.ASCENDING };
}

function missingDocuments(
  snapshot: Snapshot,
  { parent, collectionId }: ListDocumentsRequest,
  after: string | undefined,
): MissingDocument[] {
  const collection = `${parent}/${collectionId}`;
  const names = new Set(
    snapshot
      .collectionsBelow(parent)
      .filter((path) => path.startsWith(`${collection}/`))
      .map((path) => `${collection}/${segmentAfter(path, collection)}`),
  );
  return [...names]
    .filter((name) => !snapshot.get(name) && (after === undefined || compareNames(name, after) > 0))
    .map((name) => ({ name, fields: undefined }));
}

function encodeCursor(last: StoredDocument | MissingDocument, orderBy: StructuredQuery['orderBy']): string {
  const values = last.fields
    ? orderBy.map(({ field }): Value => valueAt(last, parseQueryPath(field?.fieldPath ?? '')) ?? null)
    : [new Reference(last.name)];
  return Buffer.from(cursorCodec.encode({ values, before: false })).toString('base64url');
}

function decodeCursor(pageToken: string): CursorMessage {
  try {
    return cursorCodec.decode(Buffer.from(pageToken, 'base64url'));
  } catch {
    throw invalidArgument('The page token is invalid.');
  }
}
