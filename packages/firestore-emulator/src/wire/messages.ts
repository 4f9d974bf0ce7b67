/**
 * The google.firestore.v1 messages as protocol.ts decodes them: absent message fields are null or undefined, absent scalars
 * are zero or empty, enums are numbers, values and timestamps are those of firestore-values.ts.
 *
 * For a field that may contain the null Value, use Object.hasOwn to test whether it is set.
 */
import type Long from 'long';
import type { Timestamp, Value } from '../values/firestore-values.ts';
import type { DocumentMessage, EncodedDocument } from '../values/codec.ts';

type Maybe<T> = T | null | undefined;

export interface FieldReference {
  fieldPath: string;
}

export const FieldOperator = {
  LESS_THAN: 1,
  LESS_THAN_OR_EQUAL: 2,
  GREATER_THAN: 3,
  GREATER_THAN_OR_EQUAL: 4,
  EQUAL: 5,
  NOT_EQUAL: 6,
  ARRAY_CONTAINS: 7,
  IN: 8,
  ARRAY_CONTAINS_ANY: 9,
  NOT_IN: 10,
} as const;
export const UnaryOperator = { IS_NAN: 2, IS_NULL: 3, IS_NOT_NAN: 4, IS_NOT_NULL: 5 } as const;
export const CompositeOperator = { AND: 1, OR: 2 } as const;
export const Direction = { UNSPECIFIED: 0, ASCENDING: 1, DESCENDING: 2 } as const;

export interface FilterMessage {
  compositeFilter?: Maybe<{ op: number; filters: FilterMessage[] }>;
  fieldFilter?: Maybe<{ field?: Maybe<FieldReference>; op: number; value?: Value }>;
  unaryFilter?: Maybe<{ op: number; field?: Maybe<FieldReference> }>;
}

export interface CursorMessage {
  values: Value[];
  before: boolean;
}

export interface StructuredQuery {
  select?: Maybe<{ fields: FieldReference[] }>;
  from: { collectionId: string; allDescendants: boolean }[];
  where?: Maybe<FilterMessage>;
  orderBy: { field?: Maybe<FieldReference>; direction: number }[];
  startAt?: Maybe<CursorMessage>;
  endAt?: Maybe<CursorMessage>;
  offset: number;
  limit?: Maybe<{ value: number }>;
  findNearest?: Maybe<object>;
}

export interface Aggregation {
  alias: string;
  count?: Maybe<{ upTo?: Maybe<{ value: Long | number }> }>;
  sum?: Maybe<{ field?: Maybe<FieldReference> }>;
  avg?: Maybe<{ field?: Maybe<FieldReference> }>;
}

export interface StructuredAggregationQuery {
  structuredQuery?: Maybe<StructuredQuery>;
  aggregations: Aggregation[];
}

export interface PreconditionMessage {
  /** The oneof's discriminator, which distinguishes `exists: false` from an unset field. */
  conditionType?: 'exists' | 'updateTime';
  exists?: boolean;
  updateTime?: Maybe<Timestamp>;
}

export interface FieldTransformMessage {
  fieldPath: string;
  transformType?:
    | 'setToServerValue'
    | 'increment'
    | 'maximum'
    | 'minimum'
    | 'appendMissingElements'
    | 'removeAllFromArray';
  setToServerValue?: number;
  increment?: Value;
  maximum?: Value;
  minimum?: Value;
  appendMissingElements?: Maybe<{ values: Value[] }>;
  removeAllFromArray?: Maybe<{ values: Value[] }>;
}

export interface WriteMessage {
  operation?: 'update' | 'delete' | 'transform' | 'verify';
  update?: Maybe<DocumentMessage>;
  delete?: string;
  verify?: string;
  transform?: Maybe<{ document: string; fieldTransforms: FieldTransformMessage[] }>;
  updateMask?: Maybe<{ fieldPaths: string[] }>;
  updateTransforms: FieldTransformMessage[];
  currentDocument?: Maybe<PreconditionMessage>;
}

export interface WriteResultMessage {
  /** Undefined for a delete. */
  updateTime?: Timestamp | undefined;
  transformResults: Value[];
}

export interface TransactionOptions {
  readOnly?: Maybe<{ readTime?: Maybe<Timestamp> }>;
  readWrite?: Maybe<{ retryTransaction: Uint8Array }>;
}

export interface StatusMessage {
  code: number;
  message: string;
}

/** Part of all requests that read. */
export interface ConsistencySelector {
  transaction?: Maybe<Uint8Array>;
  newTransaction?: Maybe<TransactionOptions>;
  readTime?: Maybe<Timestamp>;
}

export interface DocumentMask {
  fieldPaths: string[];
}

export interface GetDocumentRequest extends ConsistencySelector {
  name: string;
  mask?: Maybe<DocumentMask>;
}

export interface BatchGetDocumentsRequest extends ConsistencySelector {
  database: string;
  documents: string[];
  mask?: Maybe<DocumentMask>;
}

export interface ListDocumentsMessage extends ConsistencySelector {
  parent: string;
  collectionId: string;
  pageSize: number;
  pageToken: string;
  orderBy: string;
  mask?: Maybe<DocumentMask>;
  showMissing: boolean;
}

export interface CreateDocumentRequest {
  parent: string;
  collectionId: string;
  documentId: string;
  document?: Maybe<DocumentMessage>;
  mask?: Maybe<DocumentMask>;
}

export interface UpdateDocumentRequest {
  document?: Maybe<DocumentMessage>;
  updateMask?: Maybe<DocumentMask>;
  mask?: Maybe<DocumentMask>;
  currentDocument?: Maybe<PreconditionMessage>;
}

export interface DeleteDocumentRequest {
  name: string;
  currentDocument?: Maybe<PreconditionMessage>;
}

export interface CommitRequest {
  database: string;
  writes: WriteMessage[];
  transaction: Uint8Array;
}

export interface BatchWriteRequest {
  database: string;
  writes: WriteMessage[];
}

export interface BeginTransactionRequest {
  database: string;
  options?: Maybe<TransactionOptions>;
}

export interface RollbackRequest {
  database: string;
  transaction: Uint8Array;
}

export interface RunQueryRequest extends ConsistencySelector {
  parent: string;
  structuredQuery?: Maybe<StructuredQuery>;
}

export interface RunAggregationQueryRequest extends ConsistencySelector {
  parent: string;
  structuredAggregationQuery?: Maybe<StructuredAggregationQuery>;
}

export interface PartitionQueryRequest extends ConsistencySelector {
  parent: string;
  structuredQuery?: Maybe<StructuredQuery>;
  partitionCount: Long | number;
  pageToken: string;
  pageSize: number;
}

export interface ListCollectionIdsMessage extends ConsistencySelector {
  parent: string;
  pageSize: number;
  pageToken: string;
}

export interface TargetMessage {
  targetId: number;
  query?: Maybe<{ parent: string; structuredQuery?: Maybe<StructuredQuery> }>;
  documents?: Maybe<{ documents: string[] }>;
  resumeToken?: Uint8Array;
  readTime?: Maybe<Timestamp>;
  once: boolean;
}

export interface ListenRequest {
  database: string;
  targetChange?: 'addTarget' | 'removeTarget';
  addTarget?: Maybe<TargetMessage>;
  removeTarget?: number;
}

export const TargetChangeType = { NO_CHANGE: 0, ADD: 1, REMOVE: 2, CURRENT: 3, RESET: 4 } as const;

/** Exactly one field is set. */
export interface ListenResponse {
  targetChange?: {
    targetChangeType: number;
    targetIds?: number[];
    cause?: StatusMessage;
    resumeToken?: Uint8Array;
    readTime?: Timestamp;
  };
  documentChange?: { document: DocumentMessage | EncodedDocument; targetIds: number[] };
  documentDelete?: { document: string; removedTargetIds: number[]; readTime: Timestamp };
  documentRemove?: { document: string; removedTargetIds: number[]; readTime: Timestamp };
}

export interface WriteRequest {
  database: string;
  streamId: string;
  writes: WriteMessage[];
  streamToken: Uint8Array;
}
