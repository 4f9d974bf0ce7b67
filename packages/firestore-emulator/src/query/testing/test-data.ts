/** Builds documents, snapshots and queries for tests. */
import type { Value } from '../../firestore-values.ts';
import type { Snapshot, StoredDocument } from '../../model.ts';
import { collectionPathOf, compareNames } from '../../values/resource-name.ts';
import {
  CompositeOperator,
  Direction,
  FieldOperator,
  UnaryOperator,
  type FilterMessage,
  type StructuredQuery,
} from '../../wire/messages.ts';

export const ROOT = 'projects/demo-test/databases/(default)/documents';

export const createDocument = (path: string, fields: Record<string, Value> = {}): StoredDocument => ({
  name: `${ROOT}/${path}`,
  fields: new Map(Object.entries(fields)),
  createTime: 1,
  updateTime: 1,
});

export function createSnapshot(documents: readonly StoredDocument[]): Snapshot {
  const sorted = documents.toSorted((a, b) => compareNames(a.name, b.name));
  const collections = new Map<string, StoredDocument[]>();
  for (const document of sorted) {
    const path = collectionPathOf(document.name);
    collections.set(path, [...(collections.get(path) ?? []), document]);
  }
  return {
    readTime: 1,
    get: (name) => sorted.find((document) => document.name === name),
    documents: (path) => collections.get(path) ?? [],
    collectionsBelow: (parent) =>
      [...collections.keys()].filter((path) => path.startsWith(`${parent}/`)).sort(compareNames),
  };
}

export const createQuery = (overrides: Partial<StructuredQuery> = {}): StructuredQuery => ({
  from: [{ collectionId: 'c', allDescendants: false }],
  orderBy: [],
  offset: 0,
  ...overrides,
});

export const where = (fieldPath: string, op: keyof typeof FieldOperator, value: Value): FilterMessage => ({
  fieldFilter: { field: { fieldPath }, op: FieldOperator[op], value },
});

export const whereIs = (fieldPath: string, op: keyof typeof UnaryOperator): FilterMessage => ({
  unaryFilter: { field: { fieldPath }, op: UnaryOperator[op] },
});

export const and = (...filters: FilterMessage[]): FilterMessage => ({
  compositeFilter: { op: CompositeOperator.AND, filters },
});

/** `a` or `a desc` */
export const orderBy = (...clauses: string[]): StructuredQuery['orderBy'] =>
  clauses.map((clause) => {
    const [fieldPath = '', direction] = clause.split(' ');
    return {
      field: { fieldPath },
      direction: direction === 'desc' ? Direction.DESCENDING : Direction.ASCENDING,
    };
  });

/** Returns the ids in the collection `c`, separated by spaces. */
export const idsOf = (documents: readonly { name: string }[]): string =>
  documents.map(({ name }) => name.slice(ROOT.length + 1).replace(/^c\//, '')).join(' ');
