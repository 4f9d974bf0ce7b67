/**
 * The google.firestore.v1 messages as protocol.ts decodes them: absent message fields are null or undefined, absent scalars
 * are zero or empty, enums are numbers, values and timestamps are those of firestore-values.ts.
 *
 * For a field that may contain the null Value, use Object.hasOwn to test whether it is set.
 */
import type { Timestamp, Value } from '../firestore-values.ts';
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
  count?: Maybe<{ upTo?: Maybe<object> }>;
  sum?: Maybe<{ field?: Maybe<FieldReference> }>;
  avg?: Maybe<object>;
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
}

export interface WriteMessage {
  operation?: 'update' | 'delete' | 'transform';
  update?: Maybe<DocumentMessage>;
  delete?: string;
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
  readOnly?: Maybe<object>;
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

export interface BatchGetDocumentsRequest extends ConsistencySelector {
  database: string;
  documents: string[];
  mask?: Maybe<DocumentMask>;
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

export interface ListCollectionIdsRequest {
  parent: string;
}

export interface TargetMessage {
  targetId: number;
  query?: Maybe<object>;
  documents?: Maybe<{ documents: string[] }>;
}

export interface ListenRequest {
  targetChange?: 'addTarget' | 'removeTarget';
  addTarget?: Maybe<TargetMessage>;
}

export const TargetChangeType = { NO_CHANGE: 0, ADD: 1, REMOVE: 2, CURRENT: 3 } as const;

/** Exactly one field is set. */
export interface ListenResponse {
  targetChange?: {
    targetChangeType: number;
    targetIds?: number[];
    cause?: StatusMessage;
    readTime?: Timestamp;
  };
  documentChange?: { document: DocumentMessage | EncodedDocument; targetIds: number[] };
  documentDelete?: { document: string; removedTargetIds: number[]; readTime: Timestamp };
}
