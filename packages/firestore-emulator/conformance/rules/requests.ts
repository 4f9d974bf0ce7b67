/** Requests to decide on, and their REST form. Paths are relative to the documents root. */
import { encodeFields, encodeValue } from './values.ts';
import type { Fields, Plain } from './values.ts';

export type Write =
  | { set: string; fields: Fields; mask?: string[]; transforms?: Record<string, Transform> }
  | { create: string; fields: Fields; transforms?: Record<string, Transform> }
  | { update: string; fields: Fields; mask?: string[]; transforms?: Record<string, Transform> }
  | { delete: string };

export type Transform =
  | 'server time'
  | { increment: Plain }
  | { maximum: Plain }
  | { minimum: Plain }
  | { union: Plain[] }
  | { remove: Plain[] };

export interface Query {
  /** The collection's path, or its id with `group`. */
  from: string;
  group?: boolean;
  where?: Filter;
  orderBy?: [field: string, direction: 'ASCENDING' | 'DESCENDING'][];
  limit?: number;
  offset?: number;
}

export type Filter =
  | [field: string, operator: string, value: Plain]
  | [field: string, operator: string]
  | { and: Filter[] }
  | { or: Filter[] };

export type Request =
  | { get: string }
  | { list: Query }
  | { count: Query }
  | { write: Write | Write[] }
  /** Reads, then writes, in one transaction. */
  | { transaction: { reads: string[]; writes: Write[] } };

export function encodeWrite(root: string, write: Write): object {
  if ('delete' in write) return { delete: `${root}/${write.delete}` };
  const path = 'set' in write ? write.set : 'create' in write ? write.create : write.update;
  const exists = 'set' in write ? undefined : 'update' in write;
  const mask = 'create' in write ? undefined : write.mask;
  return {
    update: { name: `${root}/${path}`, fields: encodeFields(root, write.fields) },
    ...(mask === undefined ? {} : { updateMask: { fieldPaths: mask } }),
    ...(exists === undefined ? {} : { currentDocument: { exists } }),
    updateTransforms: Object.entries(write.transforms ?? {}).map(([fieldPath, transform]) => ({
      fieldPath,
      ...encodeTransform(root, transform),
    })),
  };
}

function encodeTransform(root: string, transform: Transform): object {
  if (transform === 'server time') return { setToServerValue: 'REQUEST_TIME' };
  if ('increment' in transform) return { increment: encodeValue(root, transform.increment) };
  if ('maximum' in transform) return { maximum: encodeValue(root, transform.maximum) };
  if ('minimum' in transform) return { minimum: encodeValue(root, transform.minimum) };
  if ('union' in transform) return { appendMissingElements: encodeElements(root, transform.union) };
  return { removeAllFromArray: encodeElements(root, transform.remove) };
}

function encodeElements(root: string, elements: Plain[]): object {
  return { values: elements.map((element) => encodeValue(root, element)) };
}

/** Returns the query and its parent, which is empty for the root. */
export function encodeQuery(root: string, query: Query): { parent: string; structuredQuery: object } {
  const segments = query.from.split('/');
  const collectionId = segments.at(-1);
  return {
    parent: segments.slice(0, -1).join('/'),
    structuredQuery: {
      from: [{ collectionId, ...(query.group === true ? { allDescendants: true } : {}) }],
      ...(query.where === undefined ? {} : { where: encodeFilter(root, query.where) }),
      orderBy: (query.orderBy ?? []).map(([fieldPath, direction]) => ({ field: { fieldPath }, direction })),
      ...(query.limit === undefined ? {} : { limit: query.limit }),
      ...(query.offset === undefined ? {} : { offset: query.offset }),
    },
  };
}

function encodeFilter(root: string, filter: Filter): object {
  if ('and' in filter) return encodeComposite(root, 'AND', filter.and);
  if ('or' in filter) return encodeComposite(root, 'OR', filter.or);
  const [fieldPath, op, value] = filter;
  if (value === undefined) return { unaryFilter: { field: { fieldPath }, op } };
  return { fieldFilter: { field: { fieldPath }, op, value: encodeValue(root, value) } };
}

function encodeComposite(root: string, op: string, filters: Filter[]): object {
  return { compositeFilter: { op, filters: filters.map((filter) => encodeFilter(root, filter)) } };
}
