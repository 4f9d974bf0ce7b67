import { FieldPath, Filter, GeoPoint, Timestamp } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import { admin, code, expectFailure, readIds, seed } from '../harness.ts';
import { compositeFilter, fieldFilter, integer, list, listFoundIds, runQuery } from '../wire.ts';

/** The integers below `length`. */
const wireList = (length: number) => list(Array.from({ length }, (_, index) => integer(index)));

const numbers = () => seed({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 }, d: { other: 1 }, e: { n: null }, f: { n: NaN } });

describe('comparisons', () => {
  test('== finds equal values only', async () => {
    expect(await readIds((await numbers()).where('n', '==', 2))).toEqual(['b']);
  });

  test('< and <= leave out NaN, null and documents without the field', async () => {
    const collection = await numbers();
    expect(await readIds(collection.where('n', '<', 3))).toEqual(['a', 'b']);
    expect(await readIds(collection.where('n', '<=', 3))).toEqual(['a', 'b', 'c']);
  });

  test('> and >= compare within one type', async () => {
    const collection = await seed({ a: { v: 1 }, b: { v: 2.5 }, c: { v: '3' }, d: { v: true }, e: { v: [9] } });
    expect(await readIds(collection.where('v', '>', 1))).toEqual(['b']);
    expect(await readIds(collection.where('v', '>=', ''))).toEqual(['c']);
    expect(await readIds(collection.where('v', '>=', false))).toEqual(['d']);
  });

  test('an integer equals the same double', async () => {
    const collection = await seed({ a: { v: 2 }, b: { v: 2.5 } });
    const where = fieldFilter('v', 'EQUAL', { doubleValue: 2 });
    const answers = await runQuery({ from: [{ collectionId: collection.id }], where });
    expect(listFoundIds(answers)).toEqual(['a']);
  });

  test('minus zero equals zero', async () => {
    const collection = await seed({ a: { v: -0 }, b: { v: 0 }, c: { v: 1 } });
    expect(await readIds(collection.where('v', '==', 0))).toEqual(['a', 'b']);
  });

  test('ranges are sorted by the field although no order was asked for', async () => {
    const collection = await seed({ a: { n: 3 }, b: { n: 1 }, c: { n: 2 } });
    expect(await readIds(collection.where('n', '>', 0))).toEqual(['b', 'c', 'a']);
  });

  test('two bounds of one field make a range', async () => {
    expect(await readIds((await numbers()).where('n', '>', 1).where('n', '<', 3))).toEqual(['b']);
  });

  test('bounds of several fields are taken together', async () => {
    const collection = await seed({
      a: { key: 'a', sort: 0, v: 0 },
      b: { key: 'b', sort: 3, v: 1 },
      c: { key: 'c', sort: 1, v: 3 },
      d: { key: 'd', sort: 2, v: 2 },
    });
    expect(await readIds(collection.where('key', '!=', 'a').where('sort', '<=', 2).where('v', '>', 2))).toEqual(['c']);
    const byTwo = collection.where('key', '>=', 'a').where('sort', '<=', 2);
    expect(await readIds(byTwo.orderBy('v', 'desc'))).toEqual(['c', 'd', 'a']);
    expect(await readIds(byTwo.orderBy('v', 'desc').limitToLast(2))).toEqual(['d', 'a']);
    expect(await readIds(byTwo.where('v', 'not-in', [2, 4, 5]))).toEqual(['a', 'c']);
    expect(await readIds(byTwo.where('v', 'in', [2, 3, 4]).where('sort', 'in', [2, 3]))).toEqual(['d']);
  });

  test('bounds of several fields order implicitly by those fields by name', async () => {
    const collection = await seed({ a: { y: 1, x: 2 }, b: { y: 2, x: 1 }, c: { y: 3, x: 1 }, d: { y: 1, x: 1 } });
    expect(await readIds(collection.where('y', '>', 0).where('x', '>', 0))).toEqual(['d', 'b', 'c', 'a']);
  });

  test('strings compare by code point, not by UTF-16 unit', async () => {
    const collection = await seed({ a: { v: '\uff61' }, b: { v: '😀' }, c: { v: 'z' } });
    expect(await readIds(collection.where('v', '>', '\uff61'))).toEqual(['b']);
  });

  test('timestamps compare to the microsecond', async () => {
    const collection = await seed({ a: { at: new Timestamp(5, 1000) }, b: { at: new Timestamp(5, 2000) } });
    expect(await readIds(collection.where('at', '>', new Timestamp(5, 1000)))).toEqual(['b']);
  });

  test('booleans, bytes, geo points and references compare', async () => {
    const collection = await seed({
      a: { flag: false, bytes: Buffer.from([1]), point: new GeoPoint(1, 1), ref: admin.doc('x/a') },
      b: { flag: true, bytes: Buffer.from([1, 0]), point: new GeoPoint(1, 2), ref: admin.doc('x/b') },
    });
    expect(await readIds(collection.where('flag', '>', false))).toEqual(['b']);
    expect(await readIds(collection.where('bytes', '>', Buffer.from([1])))).toEqual(['b']);
    expect(await readIds(collection.where('point', '<', new GeoPoint(1, 2)))).toEqual(['a']);
    expect(await readIds(collection.where('ref', '>=', admin.doc('x/b')))).toEqual(['b']);
  });

  test('arrays and maps compare as wholes', async () => {
    const collection = await seed({ a: { v: [1, 2] }, b: { v: [1, 3] }, c: { v: { x: 1 } }, d: { v: { x: 2 } } });
    expect(await readIds(collection.where('v', '==', [1, 2]))).toEqual(['a']);
    expect(await readIds(collection.where('v', '>', [1, 2]))).toEqual(['b']);
    expect(await readIds(collection.where('v', '==', { x: 2 }))).toEqual(['d']);
    expect(await readIds(collection.where('v', '<', { x: 2 }))).toEqual(['c']);
  });

  test('a nested field is found by its path', async () => {
    const collection = await seed({ a: { m: { n: { x: 1 } } }, b: { m: { n: { x: 2 } } }, c: { 'm.n.x': 2 } });
    expect(await readIds(collection.where('m.n.x', '==', 2))).toEqual(['b']);
  });

  test('a field whose name holds a dot is found by a quoted path', async () => {
    const collection = await seed({ a: { 'm.n': 1 }, b: { m: { n: 1 } } });
    expect(await readIds(collection.where(new FieldPath('m.n'), '==', 1))).toEqual(['a']);
  });
});

describe('null and NaN', () => {
  const special = () => seed({ a: { v: null }, b: { v: NaN }, c: { v: 1 }, d: { w: 1 }, e: { v: 'x' } });

  test('== null finds null only', async () => {
    expect(await readIds((await special()).where('v', '==', null))).toEqual(['a']);
  });

  test('== NaN finds NaN only', async () => {
    expect(await readIds((await special()).where('v', '==', NaN))).toEqual(['b']);
  });

  test('!= null finds everything that is there and not null', async () => {
    expect(await readIds((await special()).where('v', '!=', null))).toEqual(['b', 'c', 'e']);
  });

  test('!= NaN leaves out NaN, null and what is not there', async () => {
    expect(await readIds((await special()).where('v', '!=', NaN))).toEqual(['c', 'e']);
  });

  test('both together', async () => {
    const collection = await seed({ a: { v: NaN, w: null }, b: { v: NaN, w: 1 } });
    expect(await readIds(collection.where('v', '==', NaN).where('w', '==', null))).toEqual(['a']);
  });

  test('!= a value leaves out null and what is not there', async () => {
    expect(await readIds((await special()).where('v', '!=', 1))).toEqual(['b', 'e']);
  });

  test('a range from null finds nothing', async () => {
    const collection = await special();
    for (const op of ['LESS_THAN', 'GREATER_THAN_OR_EQUAL']) {
      const where = fieldFilter('v', op, { nullValue: 'NULL_VALUE' });
      expect(listFoundIds(await runQuery({ from: [{ collectionId: collection.id }], where }))).toEqual([]);
    }
  });
});

describe('!= and not-in', () => {
  test('!= sorts by the field', async () => {
    const collection = await seed({ a: { n: 3 }, b: { n: 1 }, c: { n: 2 } });
    expect(await readIds(collection.where('n', '!=', 2))).toEqual(['b', 'a']);
  });

  test('!= tells an array from its elements', async () => {
    const collection = await seed({ a: { v: [1] }, b: { v: 1 }, c: { v: [] } });
    expect(await readIds(collection.where('v', '!=', [1]))).toEqual(['b', 'c']);
  });

  test('not-in leaves out the listed values, null and missing fields', async () => {
    const collection = await seed({ a: { v: 1 }, b: { v: 2 }, c: { v: 'x' }, d: { v: null }, e: { w: 1 }, f: { v: NaN } });
    expect(await readIds(collection.where('v', 'not-in', [1, 'x']))).toEqual(['f', 'b']);
  });

  test('not-in of a list with null finds nothing', async () => {
    const collection = await seed({ a: { v: 1 }, b: { v: 2 } });
    expect(await readIds(collection.where('v', 'not-in', [1, null]))).toEqual([]);
  });

  test('not-in with NaN leaves NaN in, which equals nothing', async () => {
    const collection = await seed({ a: { v: 1 }, b: { v: NaN }, c: { v: 2 } });
    expect(await readIds(collection.where('v', 'not-in', [NaN, 1]))).toEqual(['b', 'c']);
  });

  test('not-in by document id', async () => {
    const collection = await seed({ a: {}, b: {}, c: {} });
    expect(await readIds(collection.where(FieldPath.documentId(), 'not-in', ['a', 'c']))).toEqual(['b']);
  });

  test('!= by document id', async () => {
    const collection = await seed({ a: {}, b: {}, c: {} });
    expect(await readIds(collection.where(FieldPath.documentId(), '!=', 'b'))).toEqual(['a', 'c']);
  });
});

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

  test('in by document id', async () => {
    const collection = await seed({ a: {}, b: {}, c: {} });
    expect(await readIds(collection.where(FieldPath.documentId(), 'in', ['c', 'a', 'zz']))).toEqual(['a', 'c']);
  });

  test('in takes 30 values and refuses 31', async () => {
    const collection = await seed({ a: { v: 29 } });
    const thirty = Array.from({ length: 30 }, (_, index) => index);
    expect(await readIds(collection.where('v', 'in', thirty))).toEqual(['a']);
    const where = fieldFilter('v', 'IN', wireList(31));
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

  test('array-contains-any finds one of several elements, each document once', async () => {
    const collection = await seed({ a: { v: [1, 2] }, b: { v: [3] }, c: { v: [4] }, d: { v: 1 } });
    expect(await readIds(collection.where('v', 'array-contains-any', [1, 2, 3]))).toEqual(['a', 'b']);
  });

  test('array-contains goes with an order and a bound', async () => {
    const collection = await seed({ a: { tags: ['x'], n: 3 }, b: { tags: ['x', 'y'], n: 1 }, c: { tags: ['y'], n: 2 } });
    const query = collection.where('tags', 'array-contains', 'x').where('n', '<', 4).orderBy('n');
    expect(await readIds(query)).toEqual(['b', 'a']);
  });

  test('an empty list is refused', async () => {
    for (const op of ['IN', 'NOT_IN', 'ARRAY_CONTAINS_ANY']) {
      const where = fieldFilter('v', op, wireList(0));
      await expectFailure(runQuery({ from: [{ collectionId: 'c' }], where }), code.INVALID_ARGUMENT);
    }
  });
});

describe('document ids in filters', () => {
  test('== finds one document', async () => {
    const collection = await seed({ a: {}, ab: {}, b: {} });
    expect(await readIds(collection.where(FieldPath.documentId(), '==', 'ab'))).toEqual(['ab']);
  });

  test('bounds make a range of ids', async () => {
    const collection = await seed({ a: {}, ab: {}, b: {}, c: {} });
    const query = collection.where(FieldPath.documentId(), '>', 'a').where(FieldPath.documentId(), '<=', 'b');
    expect(await readIds(query)).toEqual(['ab', 'b']);
  });

  test('a bound takes a reference too', async () => {
    const collection = await seed({ a: {}, b: {} });
    expect(await readIds(collection.where(FieldPath.documentId(), '>=', collection.doc('b')))).toEqual(['b']);
  });

  test('a filter of the id that is no reference is refused', async () => {
    const where = fieldFilter('__name__', 'EQUAL', { stringValue: 'a' });
    await expectFailure(runQuery({ from: [{ collectionId: 'c' }], where }), code.INVALID_ARGUMENT);
  });
});

describe('or and and', () => {
  const grid = () =>
    seed({ doc1: { a: 1, b: 0 }, doc2: { a: 2, b: 1 }, doc3: { a: 3, b: 2 }, doc4: { a: 1, b: 3 }, doc5: { a: 1, b: 1 } });
  const { and, or, where } = Filter;

  test('or of two equalities gives each document once, sorted by name', async () => {
    expect(await readIds((await grid()).where(or(where('a', '==', 1), where('b', '==', 1))))).toEqual([
      'doc1',
      'doc2',
      'doc4',
      'doc5',
    ]);
  });

  test('or of ands', async () => {
    const left = and(where('a', '==', 1), where('b', '==', 0));
    const right = and(where('a', '==', 3), where('b', '==', 2));
    expect(await readIds((await grid()).where(or(left, right)))).toEqual(['doc1', 'doc3']);
  });

  test('and of ors', async () => {
    const left = or(where('a', '==', 2), where('b', '==', 2));
    const right = or(where('a', '==', 3), where('b', '==', 3));
    expect(await readIds((await grid()).where(and(left, right)))).toEqual(['doc3']);
  });

  test('or with an inequality sorts by its field', async () => {
    expect(await readIds((await grid()).where(or(where('a', '>', 2), where('b', '==', 1))))).toEqual([
      'doc5',
      'doc2',
      'doc3',
    ]);
  });

  test('or with a limit takes the first in order', async () => {
    const collection = await grid();
    expect(await readIds(collection.where(or(where('a', '==', 1), where('b', '>', 0))).limit(2))).toEqual([
      'doc1',
      'doc2',
    ]);
    const either = or(where('a', '==', 2), where('b', '==', 1));
    expect(await readIds(collection.where(either).limit(1).orderBy('a'))).toEqual(['doc5']);
    expect(await readIds(collection.where(either).limit(1).orderBy('a', 'desc'))).toEqual(['doc2']);
  });

  test('or with limitToLast takes the last in order', async () => {
    const query = (await grid()).where(or(where('a', '==', 1), where('b', '>', 0))).limitToLast(2).orderBy('b');
    expect(await readIds(query)).toEqual(['doc3', 'doc4']);
  });

  const sparse = () =>
    seed({ doc1: { a: 1, b: 0 }, doc2: { b: 1 }, doc3: { a: 3, b: 2 }, doc4: { a: 1, b: 3 }, doc5: { a: 1 }, doc6: { a: 2 } });

  test('or finds documents that lack a field of the other side', async () => {
    const either = or(where('a', '==', 1), where('b', '==', 1));
    expect(await readIds((await sparse()).where(either))).toEqual(['doc1', 'doc2', 'doc4', 'doc5']);
  });

  test('or with an order leaves out documents that lack the ordered field', async () => {
    const collection = await sparse();
    const either = or(where('a', '==', 1), where('b', '==', 1));
    expect(await readIds(collection.where(either).orderBy('a'))).toEqual(['doc1', 'doc4', 'doc5']);
    expect(await readIds(collection.where(either).orderBy('b'))).toEqual(['doc1', 'doc2', 'doc4']);
    expect(await readIds(collection.where(or(where('a', '>', 2), where('b', '==', 1))))).toEqual(['doc3']);
  });

  test('or with in', async () => {
    const collection = await sparse();
    expect(await readIds(collection.where(or(where('a', '==', 2), where('b', 'in', [2, 3]))))).toEqual([
      'doc3',
      'doc4',
      'doc6',
    ]);
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
    expect(await readIds(collection.where(or(where('a', '==', 2), where('b', 'array-contains', 7))))).toEqual([
      'doc3',
      'doc4',
      'doc6',
    ]);
    const any = or(where('a', '==', 2), where('b', 'array-contains-any', [0, 3]));
    expect(await readIds(collection.where(any))).toEqual(['doc1', 'doc4', 'doc6']);
  });

  test('or deep within and, beside a plain filter', async () => {
    const collection = await grid();
    const query = collection.where('a', '==', 1).where(or(where('b', '==', 0), and(where('b', '>', 2), where('b', '<', 9))));
    expect(await readIds(query)).toEqual(['doc1', 'doc4']);
  });

  test('or of more than 30 branches is refused', async () => {
    const branches = Array.from({ length: 31 }, (_, index) => fieldFilter('a', 'EQUAL', integer(index)));
    const query = { from: [{ collectionId: 'c' }], where: compositeFilter('OR', branches) };
    await expectFailure(runQuery(query), code.INVALID_ARGUMENT);
  });

  test('ins that multiply to more than 30 branches are refused', async () => {
    const filters = [fieldFilter('a', 'IN', wireList(6)), fieldFilter('b', 'IN', wireList(6))];
    const query = { from: [{ collectionId: 'c' }], where: compositeFilter('AND', filters) };
    await expectFailure(runQuery(query), code.INVALID_ARGUMENT);
  });
});

describe('filters that do not go together are refused', () => {
  const one = integer(1);
  const pairs: [string, object[]][] = [
    ['two not-in', [fieldFilter('a', 'NOT_IN', wireList(1)), fieldFilter('b', 'NOT_IN', wireList(1))]],
    ['not-in with !=', [fieldFilter('a', 'NOT_IN', wireList(1)), fieldFilter('b', 'NOT_EQUAL', one)]],
    ['two !=', [fieldFilter('a', 'NOT_EQUAL', one), fieldFilter('b', 'NOT_EQUAL', one)]],
    ['two array-contains', [fieldFilter('a', 'ARRAY_CONTAINS', one), fieldFilter('b', 'ARRAY_CONTAINS', one)]],
    [
      'array-contains with array-contains-any',
      [fieldFilter('a', 'ARRAY_CONTAINS', one), fieldFilter('b', 'ARRAY_CONTAINS_ANY', wireList(1))],
    ],
    ['not-in with in', [fieldFilter('a', 'NOT_IN', wireList(1)), fieldFilter('b', 'IN', wireList(2))]],
    [
      'not-in with array-contains-any',
      [fieldFilter('a', 'NOT_IN', wireList(1)), fieldFilter('b', 'ARRAY_CONTAINS_ANY', wireList(2))],
    ],
    [
      'not-in with or',
      [
        fieldFilter('a', 'NOT_IN', wireList(1)),
        compositeFilter('OR', [fieldFilter('b', 'EQUAL', one), fieldFilter('c', 'EQUAL', one)]),
      ],
    ],
  ];
  test.each(pairs)('%s', async (_name, filters) => {
    const query = { from: [{ collectionId: 'c' }], where: compositeFilter('AND', filters) };
    await expectFailure(runQuery(query), code.INVALID_ARGUMENT);
  });

  test('not-in of more than 10 values', async () => {
    const where = fieldFilter('a', 'NOT_IN', wireList(11));
    await expectFailure(runQuery({ from: [{ collectionId: 'c' }], where }), code.INVALID_ARGUMENT);
  });

  test('a composite filter of no kind', async () => {
    const where = { compositeFilter: { filters: [fieldFilter('a', 'EQUAL', one)] } };
    await expectFailure(runQuery({ from: [{ collectionId: 'c' }], where }), code.INVALID_ARGUMENT);
  });

  test('a field filter of no kind', async () => {
    const where = { fieldFilter: { field: { fieldPath: 'a' }, value: one } };
    await expectFailure(runQuery({ from: [{ collectionId: 'c' }], where }), code.INVALID_ARGUMENT);
  });
});
