import type { Value } from '../firestore-values.ts';
import type { Snapshot, StoredDocument } from '../model.ts';
import type { Path } from './query-path.ts';

export type Operator = '<' | '<=' | '>' | '>=' | '==' | 'array-contains' | 'in' | 'is-null';

export interface FieldFilter {
  readonly path: Path;
  readonly operator: Operator;
  /** A list for `in`, null for `is-null`. */
  readonly value: Value;
}

export interface Order {
  readonly path: Path;
  readonly descending: boolean;
}

export interface Position {
  /** One value for each of the first orders. */
  readonly values: readonly Value[];
  /** True for just before these values, false for just after. */
  readonly before: boolean;
}

/** A checked query as plain data. */
export interface QueryPlan {
  /** A document name, or `…/documents`. */
  readonly parent: string;
  /** Undefined for all collections. */
  readonly collectionId: string | undefined;
  readonly allDescendants: boolean;
  /** A result passes all of them. */
  readonly filters: readonly FieldFilter[];
  /** The order in the request. */
  readonly explicitOrder: readonly Order[];
  /** The complete order, which always ends with the document's name. */
  readonly order: readonly Order[];
  readonly start: Position | undefined;
  readonly end: Position | undefined;
  readonly limit: number | undefined;
  /** The selected paths; undefined for all fields. */
  readonly selection: readonly Path[] | undefined;
}

export interface PreparedQuery extends QueryPlan {
  /** Returns whole documents in order. */
  readonly run: (snapshot: Snapshot) => StoredDocument[];
  /** Returns the document with only the selected fields, or the same object without a selection. */
  readonly project: (document: StoredDocument) => StoredDocument;
}
