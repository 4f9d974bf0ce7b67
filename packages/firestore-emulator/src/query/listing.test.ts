import { expect, test } from 'vitest';
import { Reference } from '../values/firestore-values.ts';
import { listCollectionIds } from './list-collection-ids.ts';
import { listDocuments, type ListDocumentsRequest } from './list-documents.ts';
import { partitionQuery } from './partition-query.ts';
import {
  createDocument,
  createQuery,
  createSnapshot,
  idsOf,
  orderBy,
  ROOT,
  where,
} from './testing/test-data.ts';

const documents = createSnapshot([
  ...[0n, 1n, 2n, 3n, 4n].map((n) => createDocument(`c/d${n}`, { x: n % 3n, y: n })),
  createDocument('c/m1/s/a'),
  createDocument('c/m0/s/a'),
  createDocument('c/d1/t/a'),
  createDocument('c/z/q/r/w/x'),
  createDocument('b/k/l/m'),
  createDocument('e/a'),
]);

const list = (overrides: Partial<ListDocumentsRequest> = {}) =>
  listDocuments(documents, {
    parent: ROOT,
    collectionId: 'c',
    pageSize: 0,
    pageToken: '',
    orderBy: '',
    showMissing: false,
    ...overrides,
  });

/** The ids of each page. */
function allPages(overrides: Partial<ListDocumentsRequest>): string[] {
  const pages: string[] = [];
  let pageToken = '';
  do {
    const page = list({ ...overrides, pageToken });
    pages.push(idsOf(page.documents));
    pageToken = page.nextPageToken;
  } while (pageToken);
  return pages;
}

test('lists in pages, in any order', () => {
  expect(allPages({})).toEqual(['d0 d1 d2 d3 d4']);
  expect(allPages({ pageSize: 2 })).toEqual(['d0 d1', 'd2 d3', 'd4']);
  expect(allPages({ pageSize: 2, orderBy: 'x desc' })).toEqual(['d2 d4', 'd1 d3', 'd0']);
  expect(allPages({ pageSize: 3, orderBy: 'x,  y DESC' })).toEqual(['d3 d0 d4', 'd1 d2']);
});

test('shows missing documents with nested documents', () => {
  expect(allPages({ showMissing: true, pageSize: 3 })).toEqual(['d0 d1 d2', 'd3 d4 m0', 'm1 z']);
  expect(list({ showMissing: true }).documents.at(-1)).toEqual({ name: `${ROOT}/c/z`, fields: undefined });
  expect(allPages({ showMissing: true, parent: `${ROOT}/c/z`, collectionId: 'q' })).toEqual(['z/q/r']);
});

test('returns only the fields of the mask', () => {
  const [first] = list({ mask: { fieldPaths: ['y'] } }).documents;
  expect(first?.fields).toEqual(new Map([['y', 0n]]));
  expect(list({ mask: { fieldPaths: [] } }).documents[0]?.fields).toEqual(new Map());
});

test.each<[string, Partial<ListDocumentsRequest>, string]>([
  ['a negative page', { pageSize: -1 }, 'nonnegative'],
  ['an order of missing documents', { showMissing: true, orderBy: 'x' }, 'when show_missing is true'],
  ['an unknown direction', { orderBy: 'x up' }, 'Invalid order by clause "x up".'],
  ['an empty clause', { orderBy: 'x,' }, 'Invalid order by clause'],
  ['an invented token', { pageToken: 'gg' }, 'page token'],
])('refuses %s', (_, overrides, message) => {
  expect(() => list(overrides)).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(message) }),
  );
});

const ids = (parent: string, pageSize = 0, pageToken = '') =>
  listCollectionIds(documents, { parent, pageSize, pageToken });

test('lists collections, including those of missing documents', () => {
  expect(ids(ROOT)).toEqual({ collectionIds: ['b', 'c', 'e'], nextPageToken: '' });
  expect(ids(`${ROOT}/c/z`).collectionIds).toEqual(['q']);
  expect(ids(`${ROOT}/c/d0`).collectionIds).toEqual([]);
  const first = ids(ROOT, 2);
  expect(first.collectionIds).toEqual(['b', 'c']);
  expect(ids(ROOT, 2, first.nextPageToken)).toEqual({ collectionIds: ['e'], nextPageToken: '' });
});

const group = createQuery({
  from: [{ collectionId: 'g', allDescendants: true }],
  orderBy: orderBy('__name__'),
});

function partition(overrides: Partial<Parameters<typeof partitionQuery>[1]>) {
  const snapshot = createSnapshot(['0', '1', '2', '3', '4', '5'].map((id) => createDocument(`c/${id}/g/a`)));
  return partitionQuery(snapshot, {
    parent: ROOT,
    structuredQuery: group,
    partitionCount: 2,
    pageSize: 0,
    pageToken: '',
    ...overrides,
  });
}

const pointAt = (id: string) => ({ values: [new Reference(`${ROOT}/c/${id}/g/a`)], before: true });

test('splits a group into parts of the same size', () => {
  expect(partition({})).toEqual({ partitions: [pointAt('2'), pointAt('4')], nextPageToken: '' });
  expect(partition({ partitionCount: 100 }).partitions).toHaveLength(5);
  const none = createQuery({
    from: [{ collectionId: 'none', allDescendants: true }],
    orderBy: orderBy('__name__'),
  });
  expect(partition({ structuredQuery: none }).partitions).toEqual([]);
});

test('returns partitions in pages', () => {
  const first = partition({ pageSize: 1 });
  expect(first.partitions).toEqual([pointAt('2')]);
  const second = partition({ pageSize: 1, pageToken: first.nextPageToken });
  expect(second).toEqual({ partitions: [pointAt('4')], nextPageToken: '' });
});

test.each([
  ['no points', { partitionCount: 0 }],
  ['a single collection', { structuredQuery: createQuery({ orderBy: orderBy('__name__') }) }],
  ['a filter', { structuredQuery: { ...group, where: where('x', 'EQUAL', 1n) } }],
  ['another order', { structuredQuery: { ...group, orderBy: orderBy('x') } }],
])('a partition refuses %s', (_, overrides) => {
  expect(() => partition(overrides)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
});
