import { expect, test } from 'vitest';
import type { Value } from '../values/firestore-values.ts';
import type { Aggregation } from '../wire/messages.ts';
import { prepareAggregation } from './aggregate.ts';
import { createDocument, createQuery, createSnapshot, orderBy, ROOT, where } from './testing/test-data.ts';

const MAX = 2n ** 63n - 1n;
const sum = (fieldPath: string, alias = 'sum'): Aggregation => ({ alias, sum: { field: { fieldPath } } });
const avg = (fieldPath: string, alias = 'avg'): Aggregation => ({ alias, avg: { field: { fieldPath } } });
const count = (alias = 'count', upTo?: number): Aggregation => ({
  alias,
  count: upTo === undefined ? {} : { upTo: { value: upTo } },
});

function aggregate(values: readonly Value[], aggregations: Aggregation[], query = createQuery()) {
  const documents = values.map((x, index) => createDocument(`c/${index}`, { x }));
  const snapshot = createSnapshot([...documents, createDocument('c/none')]);
  return Object.fromEntries(prepareAggregation(ROOT, { structuredQuery: query, aggregations }).run(snapshot));
}

test.each<[string, Value[], Value, Value]>([
  ['integers', [1n, 2n, 4n], 7n, 7 / 3],
  ['doubles', [1.5, 2.5], 4, 2],
  ['a mix', [1n, 2.5], 3.5, 1.75],
  ['whole doubles stay doubles', [2, 3], 5, 2.5],
  ['ignores values that are not numbers', [1n, 'a', null, [5n]], 1n, 1],
  ['nothing', [], 0n, null],
  ['only values that are not numbers', ['a'], 0n, null],
  ['NaN', [1n, NaN], NaN, NaN],
  ['infinities', [Infinity, 1n], Infinity, Infinity],
  ['opposite infinities', [Infinity, -Infinity], NaN, NaN],
  ['too large for an integer', [MAX, 1n], 2 ** 63, 2 ** 62],
  ['an intermediate sum beyond 64 bits', [MAX, 1n, -1n], MAX, 2 ** 63 / 3],
  ['an intermediate sum beyond the largest double', [1e308, 1e308, -1e308, -1e308], 0, 0],
  ['a sum beyond the largest double', [1e308, 1e308], Infinity, Infinity],
  ['digits lost in additions', [0.1, 0.2, 0.3], 0.6, 0.6 / 3],
])('%s', (_, values, total, average) => {
  expect(aggregate(values, [sum('x'), avg('x')])).toEqual({ sum: total, avg: average });
});

test('counts all results, and sums those that have the field', () => {
  expect(aggregate([1n, 2n], [count()])).toEqual({ count: 3n });
  expect(aggregate([1n, 'a'], [count(), sum('x')])).toEqual({ count: 2n, sum: 1n });
});

test('a count stops at up_to', () => {
  expect(aggregate([1n, 2n, 3n], [count('few', 2), count('zero', 0)])).toEqual({ few: 2n, zero: 0n });
  expect(() => aggregate([], [count('n', -1)])).toThrow('greater than or equal to zero');
});

test('applies limit, offset and filters first', () => {
  const query = createQuery({
    where: where('x', 'GREATER_THAN', 1n),
    orderBy: orderBy('x desc'),
    offset: 1,
    limit: { value: 2 },
  });
  expect(aggregate([1n, 2n, 3n, 4n, 5n], [count(), sum('x')], query)).toEqual({ count: 2n, sum: 7n });
});

test('assigns missing aliases', () => {
  expect(Object.keys(aggregate([], [count(''), sum('x', 'named'), avg('x', '')]))).toEqual([
    'field_1',
    'named',
    'field_2',
  ]);
});

test.each<[string, Aggregation[], string]>([
  ['nothing to do', [], 'Aggregations can not be empty.'],
  ['six', Array.from({ length: 6 }, (_, index) => count(`a${index}`)), 'maximum number of aggregations'],
  ['an alias twice', [count('a'), sum('x', 'a')], 'duplicate alias: a.'],
  ['a reserved alias', [count('__a__')], 'reserved'],
  ['no operator', [{ alias: 'a' }], 'Operator field in Aggregation is not set.'],
  ['the sum of names', [sum('__name__')], 'not supported for the property: __key__'],
])('refuses %s', (_, aggregations, message) => {
  expect(() => aggregate([], aggregations)).toThrow(message);
});

test('refuses a sum after an order by name', () => {
  const query = createQuery({ orderBy: orderBy('__name__') });
  expect(() => aggregate([], [sum('x')], query)).toThrow('after __name__');
});

test('refuses a selection with sums', () => {
  const query = createQuery({ select: { fields: [{ fieldPath: 'x' }] } });
  expect(aggregate([1n], [count()], query)).toEqual({ count: 2n });
  expect(() => aggregate([1n], [sum('x')], query)).toThrow('Cannot apply property masks');
});
