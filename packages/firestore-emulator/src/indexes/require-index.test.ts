import { expect, test } from 'vitest';
import type { Aggregation, FilterMessage, StructuredQuery } from '../wire/messages.ts';
import { prepareAggregation } from '../query/aggregate.ts';
import { prepareQuery } from '../query/prepare-query.ts';
import { and, createQuery, orderBy, ROOT, where, whereIs } from '../query/testing/test-data.ts';
import { Reference } from '../firestore-values.ts';
import { parseIndexConfig } from './index-config.ts';
import { requireIndex } from './require-index.ts';

/** `a`, `a desc` or `a contains`. A leading `*` means collection group scope. */
function createIndex(text: string) {
  const [fields = '', group] = text.split(' *');
  return {
    collectionGroup: 'c',
    queryScope: group === undefined ? 'COLLECTION' : 'COLLECTION_GROUP',
    fields: fields.split(', ').map((field) => {
      const [fieldPath, mode = 'asc'] = field.split(' ');
      if (mode === 'contains') return { fieldPath, arrayConfig: 'CONTAINS' };
      return { fieldPath, order: mode === 'desc' ? 'DESCENDING' : 'ASCENDING' };
    }),
  };
}

const createConfig = (indexes: readonly string[], fieldOverrides: readonly object[] = []) =>
  parseIndexConfig(JSON.stringify({ indexes: indexes.map(createIndex), fieldOverrides }));

const eq = (path: string) => where(path, 'EQUAL', 1n);
const gt = (path: string) => where(path, 'GREATER_THAN', 1n);
const has = (path: string) => where(path, 'ARRAY_CONTAINS', 1n);
const query = (filter?: FilterMessage, ...order: string[]) =>
  createQuery({ ...(filter && { where: filter }), orderBy: orderBy(...order) });
const group = (filter?: FilterMessage, ...order: string[]) => ({
  ...query(filter, ...order),
  from: [{ collectionId: 'c', allDescendants: true }],
});
const byName = where('__name__', 'GREATER_THAN', new Reference(`${ROOT}/c/a`));

const automatic: [string, StructuredQuery][] = [
  ['a whole collection', query()],
  ['a whole group', group()],
  ['everything', createQuery({ from: [{ collectionId: '', allDescendants: true }] })],
  ['one equality', query(eq('a'))],
  ['one range', query(gt('a'))],
  ['a range, ordered by its field', query(gt('a'), 'a desc')],
  ['a range on both sides', query(and(gt('a'), where('a', 'LESS_THAN', 9n)))],
  ['an order', query(undefined, 'a')],
  ['a descending order', query(undefined, 'a desc')],
  ['an order with the name in the same direction', query(undefined, 'a desc', '__name__ desc')],
  ['in', query(where('a', 'IN', [1n, 2n]))],
  ['array contains', query(has('a'))],
  ['several equalities', query(and(eq('a'), eq('b'), whereIs('d', 'IS_NULL')))],
  ['equalities and in', query(and(eq('a'), where('b', 'IN', [1n, 2n])))],
  ['an equality and array contains', query(and(eq('a'), has('b')))],
  ['an equality, ordered by its own field', query(eq('a'), 'a desc')],
  ['an equality and a range of the same field', query(and(eq('a'), gt('a')))],
  ['an equality and a range of names', query(and(eq('a'), byName))],
  ['an equality, names backwards', query(eq('a'), '__name__ desc')],
  ['a range of names', query(byName)],
  ['a field inside a map', query(eq('a.b'), 'a.b')],
];

test.each(automatic)('needs no composite index for %s', (_, structured) => {
  expect(() => requireIndex(prepareQuery(ROOT, structured), createConfig([]))).not.toThrow();
});

/** The query, the missing index that is printed, and other indexes that do and do not suffice. */
const composite: [string, StructuredQuery, string, string[], string[]][] = [
  [
    'an equality and a range',
    query(and(eq('a'), gt('b'))),
    'a, b',
    ['a desc, b'],
    ['a, b desc', 'b, a', 'b', 'a, d, b'],
  ],
  ['an equality and an order', query(eq('a'), 'b desc'), 'a, b desc', ['a desc, b desc'], ['a, b']],
  ['in and a range', query(and(where('a', 'IN', [1n, 2n]), gt('b'))), 'a, b', [], []],
  ['two orders', query(undefined, 'a', 'b desc'), 'a, b desc', [], ['a desc, b', 'b desc, a']],
  ['two ranges', query(and(gt('a'), gt('b'))), 'a, b', [], ['b, a']],
  [
    'two ranges in an explicit order',
    query(and(gt('a'), gt('b')), 'b desc'),
    'b desc, a desc',
    [],
    ['b desc, a'],
  ],
  ['a range and another order', query(gt('a'), 'b'), 'b, a', [], ['a, b']],
  ['array contains and an order', query(has('a'), 'b'), 'a contains, b', [], ['a, b']],
  [
    'array contains, names backwards',
    query(has('a'), '__name__ desc'),
    'a contains, __name__ desc',
    [],
    ['a contains, b'],
  ],
  [
    'an order with the name in the other direction',
    query(undefined, 'a', '__name__ desc'),
    'a, __name__ desc',
    [],
    ['a, b'],
  ],
  ['a range and names', query(and(gt('a'), byName), 'a desc', '__name__'), 'a desc, __name__', [], []],
  ['several equalities of a group', group(and(eq('a'), eq('b'))), 'a, b *', ['b desc, a *'], ['a, b']],
  ['an equality and a range of a group', group(and(eq('a'), gt('b'))), 'a, b *', [], ['a, b']],
];

test.each(composite)('needs an index for %s', (_, structured, missing, alternatives, useless) => {
  const prepared = prepareQuery(ROOT, structured);
  const message = `The query requires an index. Add to firestore.indexes.json: ${JSON.stringify({ indexes: [createIndex(missing)] })}`;
  const refusal = expect.objectContaining({ code: 'FAILED_PRECONDITION', message });
  expect(() => requireIndex(prepared, createConfig([]))).toThrow(refusal);
  expect(() => requireIndex(prepared, createConfig(useless))).toThrow(refusal);
  for (const index of [missing, ...alternatives]) {
    expect(() => requireIndex(prepared, createConfig([index]))).not.toThrow();
  }
});

test('merges indexes that end with the same order', () => {
  const restaurants = query(and(eq('category'), eq('city'), eq('pick')), 'rating');
  const prepared = prepareQuery(ROOT, restaurants);
  const three = ['category, rating', 'city, rating', 'pick, rating'];
  expect(() => requireIndex(prepared, createConfig(three))).not.toThrow();
  expect(() =>
    requireIndex(prepared, createConfig(['category, city, rating', 'pick, rating'])),
  ).not.toThrow();
  expect(() => requireIndex(prepared, createConfig(three.slice(1)))).toThrow('requires an index');
  expect(() => requireIndex(prepared, createConfig([...three.slice(1), 'category, rating desc']))).toThrow(
    'requires an index',
  );
});

const overrideOf = (fieldPath: string, ...indexes: object[]) => ({
  collectionGroup: 'c',
  fieldPath,
  indexes,
});

test('a single field of a collection group needs an index', () => {
  const automatic = [
    { queryScope: 'COLLECTION', order: 'ASCENDING' },
    { queryScope: 'COLLECTION', order: 'DESCENDING' },
    { queryScope: 'COLLECTION', arrayConfig: 'CONTAINS' },
  ];
  const cases: [StructuredQuery, object][] = [
    [group(eq('a')), { queryScope: 'COLLECTION_GROUP', order: 'ASCENDING' }],
    [group(undefined, 'a desc'), { queryScope: 'COLLECTION_GROUP', order: 'DESCENDING' }],
    [group(has('a')), { queryScope: 'COLLECTION_GROUP', arrayConfig: 'CONTAINS' }],
  ];
  for (const [structured, index] of cases) {
    const prepared = prepareQuery(ROOT, structured);
    const fieldOverrides = [overrideOf('a', ...automatic, index)];
    expect(() => requireIndex(prepared, createConfig([]))).toThrow(JSON.stringify({ fieldOverrides }));
    expect(() => requireIndex(prepared, createConfig([], fieldOverrides))).not.toThrow();
  }
});

const allows = (structured: StructuredQuery, ...overrides: object[]) => {
  const prepared = prepareQuery(ROOT, structured);
  try {
    requireIndex(prepared, createConfig([], overrides));
    return true;
  } catch {
    return false;
  }
};

test('an override removes the automatic indexes of a field and its subfields', () => {
  const ascending = { queryScope: 'COLLECTION', order: 'ASCENDING' };
  expect(allows(query(eq('a')), overrideOf('a'))).toBe(false);
  expect(allows(query(eq('a.b')), overrideOf('a'))).toBe(false);
  expect(allows(query(eq('ab')), overrideOf('a'))).toBe(true);
  expect(allows(query(eq('a')), overrideOf('*'))).toBe(false);
  expect(allows(query(eq('a')), overrideOf('*'), overrideOf('a', ascending))).toBe(true);
  expect(allows(query(undefined, 'a desc'), overrideOf('a', ascending))).toBe(false);
  expect(allows(query(eq('a')), { ...overrideOf('a'), collectionGroup: 'other' })).toBe(true);
});

const needs = (structuredQuery: StructuredQuery, ...paths: string[]) => {
  const aggregations = paths.map((fieldPath): Aggregation => ({
    alias: fieldPath,
    sum: { field: { fieldPath } },
  }));
  return () =>
    requireIndex(prepareAggregation(ROOT, { structuredQuery, aggregations }).query, createConfig([]));
};

test('a sum requires its field in the index', () => {
  expect(needs(query(), 'a')).not.toThrow();
  expect(needs(query(eq('a')), 'a')).not.toThrow();
  expect(needs(query(gt('a')), 'a')).not.toThrow();
  expect(needs(query(eq('a')), 'b')).toThrow(JSON.stringify({ indexes: [createIndex('a, b')] }));
  expect(needs(query(gt('a')), 'b')).toThrow(JSON.stringify({ indexes: [createIndex('a, b')] }));
  expect(needs(query(), 'a', 'b')).toThrow(JSON.stringify({ indexes: [createIndex('a, b')] }));
});

test('parses the files that firebase deploy accepts', () => {
  const text = JSON.stringify({
    indexes: [{ ...createIndex('a, b desc'), density: 'SPARSE_ALL' }, { ...createIndex('a, __name__ desc') }],
    fieldOverrides: [{ ...overrideOf('`x y`.z'), ttl: true }],
  });
  const { indexes, overrides } = parseIndexConfig(text);
  expect(indexes.map(({ fields }) => fields.map(({ fieldPath, mode }) => `${fieldPath} ${mode}`))).toEqual([
    ['a ASCENDING', 'b DESCENDING', '__name__ DESCENDING'],
    ['a ASCENDING', '__name__ DESCENDING'],
  ]);
  expect(overrides).toEqual([{ collectionGroup: 'c', fieldPath: '`x y`.z', indexes: [] }]);
  expect(parseIndexConfig('{}')).toEqual({ indexes: [], overrides: [] });
  expect(() => parseIndexConfig('{"indexes": [{"collectionGroup": "c"}]}')).toThrow(
    '"fields" must be a list',
  );
  const sideways = JSON.stringify({ indexes: [{ ...createIndex('a'), queryScope: 'SIDEWAYS' }] });
  expect(() => parseIndexConfig(sideways)).toThrow('"SIDEWAYS" must be one of');
  expect(() => parseIndexConfig('{')).toThrow('JSON');
});
