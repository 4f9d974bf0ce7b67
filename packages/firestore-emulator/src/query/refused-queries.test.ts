import { expect, test } from 'vitest';
import { Reference } from '../values/firestore-values.ts';
import type { StructuredQuery } from '../wire/messages.ts';
import { prepareQuery } from './prepare-query.ts';
import { and, createQuery, or, orderBy, ROOT, where, whereIs } from './testing/test-data.ts';

const at = (path: string) => new Reference(`${ROOT}/${path}`);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index));
const equalities = (count: number, path = 'x') => numbers(count).map((value) => where(path, 'EQUAL', value));
const fields = (count: number) => numbers(count).map((index) => `f${index}`);

const refused: [string, Partial<StructuredQuery>, string][] = [
  [
    'two collections',
    { from: [...createQuery().from, ...createQuery().from] },
    'more than one collection selector',
  ],
  ['a path for a collection', { from: [{ collectionId: 'a/b', allDescendants: false }] }, 'contains "/"'],
  ['a reserved collection', { from: [{ collectionId: '__c__', allDescendants: false }] }, 'reserved'],
  ['a negative limit', { limit: { value: -1 } }, 'limit is negative'],
  ['a negative offset', { offset: -1 }, 'offset is negative'],
  ['no filter type', { where: {} }, 'Unknown Filter type.'],
  [
    'no operator',
    { where: { fieldFilter: { field: { fieldPath: 'x' }, op: 0, value: 1n } } },
    'Unknown FieldFilter operator.',
  ],
  ['no value', { where: { fieldFilter: { field: { fieldPath: 'x' }, op: 5 } } }, 'type unset'],
  ['no field', { where: { fieldFilter: { op: 5, value: 1n } } }, 'property path'],
  [
    'an unknown unary operator',
    { where: { unaryFilter: { field: { fieldPath: 'x' }, op: 9 } } },
    'Unknown UnaryFilter operator.',
  ],
  [
    'an unknown composite operator',
    { where: { compositeFilter: { op: 0, filters: [] } } },
    'Unsupported CompositeFilter operator.',
  ],
  ['an empty "or"', { where: or() }, 'at least one sub-filter'],
  ['"in" without a list', { where: where('x', 'IN', 1n) }, "'IN' requires an ArrayValue."],
  ['"in" an empty list', { where: where('x', 'IN', []) }, 'non-empty'],
  ['"in" 31 values', { where: where('x', 'IN', numbers(31)) }, 'up to 30'],
  ['"not in" 11 values', { where: where('x', 'NOT_IN', numbers(11)) }, 'up to 10'],
  ['a reserved field', { where: where('a.__b__', 'EQUAL', 1n) }, 'Invalid reserved name in field path __b__'],
  ['a bad reference', { where: where('x', 'EQUAL', new Reference('c/a')) }, 'lacks "projects"'],
  [
    'a name that is not a reference',
    { where: where('__name__', 'EQUAL', 'a') },
    '__key__ filter value must be a Key',
  ],
  [
    'a name in a list of texts',
    { where: where('__name__', 'IN', ['a']) },
    '__key__ filter value must be a Key',
  ],
  [
    'a name of another database',
    { where: where('__name__', 'EQUAL', new Reference('projects/p/databases/d/documents/c/a')) },
    'attempting to access database',
  ],
  ['a name that contains', { where: where('__name__', 'ARRAY_CONTAINS', at('c/a')) }, 'reserved'],
  ['a name that is null', { where: whereIs('__name__', 'IS_NULL') }, '__key__ filter value must be a Key'],
  ['a field of the name', { where: where('__name__.x', 'EQUAL', 1n) }, 'reserved'],
  [
    'two exclusions',
    { where: and(where('x', 'NOT_EQUAL', 1n), whereIs('y', 'IS_NOT_NULL')) },
    "Only a single 'NOT_EQUAL'",
  ],
  [
    '"not in" with "in"',
    { where: and(where('x', 'NOT_IN', [1n]), where('y', 'IN', [1n])) },
    "'NOT_IN' cannot be used",
  ],
  [
    '"not in" with "or"',
    { where: or(where('x', 'NOT_IN', [1n]), where('y', 'EQUAL', 1n)) },
    "'NOT_IN' cannot be used",
  ],
  ['31 alternatives', { where: or(...equalities(31)) }, 'Result had 31 disjunctions'],
  [
    '35 combinations',
    { where: and(or(...equalities(5)), where('y', 'IN', numbers(7))) },
    'Result had 35 disjunctions',
  ],
  [
    'two array-contains',
    { where: and(where('x', 'ARRAY_CONTAINS', 1n), where('y', 'ARRAY_CONTAINS', 1n)) },
    "1 'ARRAY_CONTAINS' filter",
  ],
  [
    '101 filters',
    { where: and(...fields(101).map((path) => where(path, 'EQUAL', 1n))) },
    '101 filters, 0 sort orders',
  ],
  [
    '11 inequality fields',
    { where: and(...fields(11).map((path) => where(path, 'GREATER_THAN', 1n))) },
    '11 distinct inequality fields',
  ],
  [
    'a name and an inequality',
    { where: and(where('__name__', 'EQUAL', at('c/a')), where('x', 'GREATER_THAN', 1n)) },
    'Equality on key is not allowed',
  ],
  ['a field twice', { orderBy: orderBy('x', 'x desc') }, 'cannot contain duplicate fields x'],
  ['fields after the name', { orderBy: orderBy('__name__', 'x') }, 'more fields after the key'],
  [
    'an inequality after the name',
    { where: where('x', 'GREATER_THAN', 1n), orderBy: orderBy('__name__') },
    'more fields after the key',
  ],
  [
    'more values than orders',
    { orderBy: orderBy('x'), startAt: { values: [1n, at('c/a')], before: true } },
    'Cursor has too many values.',
  ],
  [
    'a position by a text for a name',
    { orderBy: orderBy('__name__'), endAt: { values: ['a'], before: true } },
    'not a document reference',
  ],
  [
    'a filter without a collection',
    { from: [], where: where('x', 'EQUAL', 1n) },
    'kind is required for filter: x',
  ],
  ['an order without a collection', { from: [], orderBy: orderBy('x') }, 'kind is required for all orders'],
];

test.each(refused)('refuses %s', (_, query, message) => {
  expect(() => prepareQuery(ROOT, createQuery(query))).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(message) }),
  );
});

const accepted: [string, Partial<StructuredQuery>][] = [
  ['30 combinations', { where: and(or(...equalities(5)), where('y', 'IN', numbers(6))) }],
  ['the same alternative many times', { where: or(...equalities(16), ...equalities(16)) }],
  [
    'an array-contains in each alternative',
    { where: or(where('x', 'ARRAY_CONTAINS', 1n), where('y', 'ARRAY_CONTAINS', 1n)) },
  ],
  ['ten inequality fields', { where: and(...fields(10).map((path) => where(path, 'GREATER_THAN', 1n))) }],
];

test.each(accepted)('accepts %s', (_, query) => {
  expect(prepareQuery(ROOT, createQuery(query)).limit).toBeUndefined();
});

test('refuses a descending order by name only', () => {
  expect(() => prepareQuery(ROOT, createQuery({ orderBy: orderBy('__name__ desc') }))).toThrow(
    expect.objectContaining({ code: 'FAILED_PRECONDITION' }),
  );
});

test('refuses a filtered collection group below a document', () => {
  const query = createQuery({ from: [{ collectionId: 'c', allDescendants: true }], orderBy: orderBy('x') });
  expect(() => prepareQuery(`${ROOT}/c/a`, query)).toThrow(
    'collection group queries are only allowed at the root parent',
  );
});
