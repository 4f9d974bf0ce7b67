import { Filter } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import { code, expectFailure, readIds, seed } from '../harness.ts';
import { compositeFilter, fieldFilter, integer, integersBelow, runQuery } from '../wire-requests.ts';

describe('OR and AND', () => {
  const grid = () =>
    seed({
      doc1: { a: 1, b: 0 },
      doc2: { a: 2, b: 1 },
      doc3: { a: 3, b: 2 },
      doc4: { a: 1, b: 3 },
      doc5: { a: 1, b: 1 },
    });

  test('or of two equalities returns each document once, sorted by name', async () => {
    expect(
      await readIds((await grid()).where(Filter.or(Filter.where('a', '==', 1), Filter.where('b', '==', 1)))),
    ).toEqual(['doc1', 'doc2', 'doc4', 'doc5']);
  });

  test('or of ands', async () => {
    const left = Filter.and(Filter.where('a', '==', 1), Filter.where('b', '==', 0));
    const right = Filter.and(Filter.where('a', '==', 3), Filter.where('b', '==', 2));
    expect(await readIds((await grid()).where(Filter.or(left, right)))).toEqual(['doc1', 'doc3']);
  });

  test('and of ors', async () => {
    const left = Filter.or(Filter.where('a', '==', 2), Filter.where('b', '==', 2));
    const right = Filter.or(Filter.where('a', '==', 3), Filter.where('b', '==', 3));
    expect(await readIds((await grid()).where(Filter.and(left, right)))).toEqual(['doc3']);
  });

  test('or with an inequality sorts by its field', async () => {
    expect(
      await readIds((await grid()).where(Filter.or(Filter.where('a', '>', 2), Filter.where('b', '==', 1)))),
    ).toEqual(['doc5', 'doc2', 'doc3']);
  });

  test('or with a limit takes the first in order', async () => {
    const collection = await grid();
    expect(
      await readIds(
        collection.where(Filter.or(Filter.where('a', '==', 1), Filter.where('b', '>', 0))).limit(2),
      ),
    ).toEqual(['doc1', 'doc2']);
    const either = Filter.or(Filter.where('a', '==', 2), Filter.where('b', '==', 1));
    expect(await readIds(collection.where(either).limit(1).orderBy('a'))).toEqual(['doc5']);
    expect(await readIds(collection.where(either).limit(1).orderBy('a', 'desc'))).toEqual(['doc2']);
  });

  test('or with limitToLast takes the last in order', async () => {
    const query = (await grid())
      .where(Filter.or(Filter.where('a', '==', 1), Filter.where('b', '>', 0)))
      .limitToLast(2)
      .orderBy('b');
    expect(await readIds(query)).toEqual(['doc3', 'doc4']);
  });

  const sparse = () =>
    seed({
      doc1: { a: 1, b: 0 },
      doc2: { b: 1 },
      doc3: { a: 3, b: 2 },
      doc4: { a: 1, b: 3 },
      doc5: { a: 1 },
      doc6: { a: 2 },
    });

  test('or finds documents that lack a field of the other side', async () => {
    const either = Filter.or(Filter.where('a', '==', 1), Filter.where('b', '==', 1));
    expect(await readIds((await sparse()).where(either))).toEqual(['doc1', 'doc2', 'doc4', 'doc5']);
  });

  test('or with an order excludes documents that lack the ordered field', async () => {
    const collection = await sparse();
    const either = Filter.or(Filter.where('a', '==', 1), Filter.where('b', '==', 1));
    expect(await readIds(collection.where(either).orderBy('a'))).toEqual(['doc1', 'doc4', 'doc5']);
    expect(await readIds(collection.where(either).orderBy('b'))).toEqual(['doc1', 'doc2', 'doc4']);
    expect(
      await readIds(collection.where(Filter.or(Filter.where('a', '>', 2), Filter.where('b', '==', 1)))),
    ).toEqual(['doc3']);
  });

  test('or with in', async () => {
    const collection = await sparse();
    expect(
      await readIds(collection.where(Filter.or(Filter.where('a', '==', 2), Filter.where('b', 'in', [2, 3])))),
    ).toEqual(['doc3', 'doc4', 'doc6']);
  });

  test('or with array membership', async () => {
    const collection = await seed({
      doc1: { a: 1, b: [0] },
      doc2: { b: [1] },
      doc3: { a: 3, b: [2, 7] },
      doc4: { a: 1, b: [3, 7] },
      doc5: { a: 1 },
      doc6: { a: 2 },
    });
    expect(
      await readIds(
        collection.where(Filter.or(Filter.where('a', '==', 2), Filter.where('b', 'array-contains', 7))),
      ),
    ).toEqual(['doc3', 'doc4', 'doc6']);
    const any = Filter.or(Filter.where('a', '==', 2), Filter.where('b', 'array-contains-any', [0, 3]));
    expect(await readIds(collection.where(any))).toEqual(['doc1', 'doc4', 'doc6']);
  });

  test('or nested in and, beside a plain filter', async () => {
    const collection = await grid();
    const query = collection
      .where('a', '==', 1)
      .where(
        Filter.or(
          Filter.where('b', '==', 0),
          Filter.and(Filter.where('b', '>', 2), Filter.where('b', '<', 9)),
        ),
      );
    expect(await readIds(query)).toEqual(['doc1', 'doc4']);
  });

  test('or of more than 30 branches is refused', async () => {
    const branches = Array.from({ length: 31 }, (_, index) => fieldFilter('a', 'EQUAL', integer(index)));
    const query = { from: [{ collectionId: 'c' }], where: compositeFilter('OR', branches) };
    await expectFailure(runQuery(query), code.INVALID_ARGUMENT);
  });

  test('combinations of in with more than 30 branches are refused', async () => {
    const filters = [fieldFilter('a', 'IN', integersBelow(6)), fieldFilter('b', 'IN', integersBelow(6))];
    const query = { from: [{ collectionId: 'c' }], where: compositeFilter('AND', filters) };
    await expectFailure(runQuery(query), code.INVALID_ARGUMENT);
  });
});

describe('refuses incompatible filters', () => {
  const one = integer(1);
  const pairs: [string, object[]][] = [
    [
      'two not-in',
      [fieldFilter('a', 'NOT_IN', integersBelow(1)), fieldFilter('b', 'NOT_IN', integersBelow(1))],
    ],
    ['not-in with !=', [fieldFilter('a', 'NOT_IN', integersBelow(1)), fieldFilter('b', 'NOT_EQUAL', one)]],
    ['two !=', [fieldFilter('a', 'NOT_EQUAL', one), fieldFilter('b', 'NOT_EQUAL', one)]],
    [
      'two array-contains',
      [fieldFilter('a', 'ARRAY_CONTAINS', one), fieldFilter('b', 'ARRAY_CONTAINS', one)],
    ],
    [
      'array-contains with array-contains-any',
      [fieldFilter('a', 'ARRAY_CONTAINS', one), fieldFilter('b', 'ARRAY_CONTAINS_ANY', integersBelow(1))],
    ],
    [
      'not-in with in',
      [fieldFilter('a', 'NOT_IN', integersBelow(1)), fieldFilter('b', 'IN', integersBelow(2))],
    ],
    [
      'not-in with array-contains-any',
      [
        fieldFilter('a', 'NOT_IN', integersBelow(1)),
        fieldFilter('b', 'ARRAY_CONTAINS_ANY', integersBelow(2)),
      ],
    ],
    [
      'not-in with or',
      [
        fieldFilter('a', 'NOT_IN', integersBelow(1)),
        compositeFilter('OR', [fieldFilter('b', 'EQUAL', one), fieldFilter('c', 'EQUAL', one)]),
      ],
    ],
  ];
  test.each(pairs)('%s', async (_name, filters) => {
    const query = { from: [{ collectionId: 'c' }], where: compositeFilter('AND', filters) };
    await expectFailure(runQuery(query), code.INVALID_ARGUMENT);
  });

  test('not-in of more than 10 values', async () => {
    const where = fieldFilter('a', 'NOT_IN', integersBelow(11));
    await expectFailure(runQuery({ from: [{ collectionId: 'c' }], where }), code.INVALID_ARGUMENT);
  });

  test('a composite filter without an operator', async () => {
    const where = { compositeFilter: { filters: [fieldFilter('a', 'EQUAL', one)] } };
    await expectFailure(runQuery({ from: [{ collectionId: 'c' }], where }), code.INVALID_ARGUMENT);
  });

  test('a field filter without an operator', async () => {
    const where = { fieldFilter: { field: { fieldPath: 'a' }, value: one } };
    await expectFailure(runQuery({ from: [{ collectionId: 'c' }], where }), code.INVALID_ARGUMENT);
  });
});
