import { FieldPath } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import { code, expectFailure, readIds, seed } from '../harness.ts';
import { fieldFilter, integer, integersBelow, runQuery } from '../wire-requests.ts';

describe('in and arrays', () => {
  test('in finds any of the values, sorted by name', async () => {
    const collection = await seed({ a: { v: 3 }, b: { v: 1 }, c: { v: 2 }, d: { v: [1] } });
    expect(await readIds(collection.where('v', 'in', [1, 3, 7]))).toEqual(['a', 'b']);
  });

  test('in finds whole arrays and maps', async () => {
    const collection = await seed({ a: { v: [1, 2] }, b: { v: { x: 1 } }, c: { v: [2, 1] } });
    expect(await readIds(collection.where('v', 'in', [[1, 2], { x: 1 }]))).toEqual(['a', 'b']);
  });

  test('in finds neither null nor NaN', async () => {
    const collection = await seed({ a: { v: null }, b: { v: NaN }, c: { v: 1 } });
    expect(await readIds(collection.where('v', 'in', [null, 1]))).toEqual(['c']);
    expect(await readIds(collection.where('v', 'in', [NaN, 1]))).toEqual(['c']);
  });

  test('in with a value twice finds each document once', async () => {
    const collection = await seed({ a: { v: 1 }, b: { v: 2 } });
    expect(await readIds(collection.where('v', 'in', [1, 1, 2]))).toEqual(['a', 'b']);
  });

  test('in accepts 30 values and refuses 31', async () => {
    const collection = await seed({ a: { v: 29 } });
    const thirty = Array.from({ length: 30 }, (_, index) => index);
    expect(await readIds(collection.where('v', 'in', thirty))).toEqual(['a']);
    const where = fieldFilter('v', 'IN', integersBelow(31));
    await expectFailure(runQuery({ from: [{ collectionId: 'c' }], where }), code.INVALID_ARGUMENT);
  });

  test('array-contains finds an element of any type', async () => {
    const collection = await seed({
      a: { v: [1, 'x', { k: 1 }] },
      b: { v: ['1'] },
      c: { v: 1 },
      d: { v: [null, NaN] },
      e: { v: [[1]].flat() },
    });
    expect(await readIds(collection.where('v', 'array-contains', 1))).toEqual(['a', 'e']);
    expect(await readIds(collection.where('v', 'array-contains', { k: 1 }))).toEqual(['a']);
    expect(await readIds(collection.where('v', 'array-contains', '1'))).toEqual(['b']);
  });

  test('array-contains works with an order and a bound', async () => {
    const collection = await seed({
      a: { tags: ['x'], n: 3 },
      b: { tags: ['x', 'y'], n: 1 },
      c: { tags: ['y'], n: 2 },
    });
    const query = collection.where('tags', 'array-contains', 'x').where('n', '<', 4).orderBy('n');
    expect(await readIds(query)).toEqual(['b', 'a']);
  });

  test('an empty list is refused', async () => {
    const where = fieldFilter('v', 'IN', integersBelow(0));
    await expectFailure(runQuery({ from: [{ collectionId: 'c' }], where }), code.INVALID_ARGUMENT);
  });
});

describe('refuses too many alternatives', () => {
  const pairs: [string, object[]][] = [
    [
      'in of 36 combinations',
      [fieldFilter('a', 'IN', integersBelow(6)), fieldFilter('b', 'IN', integersBelow(6))],
    ],
    [
      'two array-contains',
      [fieldFilter('a', 'ARRAY_CONTAINS', integer(1)), fieldFilter('b', 'ARRAY_CONTAINS', integer(1))],
    ],
  ];
  test.each(pairs)('%s', async (_name, filters) => {
    const where = { compositeFilter: { op: 'AND', filters } };
    await expectFailure(runQuery({ from: [{ collectionId: 'c' }], where }), code.INVALID_ARGUMENT);
  });
});

describe('document ids in filters', () => {
  test('bounds make a range of ids', async () => {
    const collection = await seed({ a: {}, ab: {}, b: {}, c: {} });
    const query = collection.where(FieldPath.documentId(), '>', 'a').where(FieldPath.documentId(), '<=', 'b');
    expect(await readIds(query)).toEqual(['ab', 'b']);
  });

  test('a bound can be a reference', async () => {
    const collection = await seed({ a: {}, b: {} });
    expect(await readIds(collection.where(FieldPath.documentId(), '>=', collection.doc('b')))).toEqual(['b']);
  });

  test('a filter of the id that is not a reference is refused', async () => {
    const where = fieldFilter('__name__', 'LESS_THAN', { stringValue: 'a' });
    await expectFailure(runQuery({ from: [{ collectionId: 'c' }], where }), code.INVALID_ARGUMENT);
  });
});
