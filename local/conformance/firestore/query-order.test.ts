import { FieldPath, FieldValue, GeoPoint, Timestamp } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import { admin, code, createAdmin, expectFailure, projectId, randomId, readIds, seed } from '../harness.ts';
import { runQuery } from '../wire.ts';

/** One value of each kind, in the order that Firestore sorts them. */
const mixedValues: Record<string, unknown> = {
  null: null,
  false: false,
  true: true,
  nan: NaN,
  minusInfinity: -Infinity,
  minusOne: -1,
  minusTiny: -Number.MIN_VALUE,
  zero: 0,
  half: 0.5,
  one: 1,
  big: 9_007_199_254_740_991,
  infinity: Infinity,
  timeBefore: new Timestamp(-5, 0),
  time: new Timestamp(5, 0),
  timeMicro: new Timestamp(5, 1000),
  emptyText: '',
  textA: 'a',
  textAA: 'aa',
  textB: 'b',
  textAccent: 'é',
  textHalfWidth: '\uff61',
  textEmoji: '😀',
  noBytes: Buffer.alloc(0),
  byte0: Buffer.from([0]),
  byte01: Buffer.from([0, 1]),
  byte1: Buffer.from([1]),
  byte255: Buffer.from([255]),
  refA: admin.doc('a/a'),
  refAA: admin.doc('a/a/b/b'),
  refAB: admin.doc('a/b'),
  refB: admin.doc('b/a'),
  pointSouth: new GeoPoint(-90, 0),
  pointWest: new GeoPoint(0, -1),
  pointZero: new GeoPoint(0, 0),
  pointNorth: new GeoPoint(1, -1),
  emptyList: [],
  listNull: [null],
  list1: [1],
  list12: [1, 2],
  list2: [2],
  listText: ['a'],
  vector1: FieldValue.vector([100]),
  vector2: FieldValue.vector([1, 2]),
  emptyMap: {},
  mapA1: { a: 1 },
  mapA1B: { a: 1, b: 1 },
  mapA2: { a: 2 },
  mapB: { b: 0 },
};

async function seedMixed() {
  // Ids that sort otherwise than the values do.
  const names = Object.keys(mixedValues);
  return seed(Object.fromEntries(names.map((name) => [name, { v: mixedValues[name] }])));
}

describe('ordering', () => {
  test('sorts every type of value in the order that Firestore documents', async () => {
    expect(await readIds((await seedMixed()).orderBy('v'))).toEqual(Object.keys(mixedValues));
  });

  test('sorts every type of value the other way round', async () => {
    expect(await readIds((await seedMixed()).orderBy('v', 'desc'))).toEqual(Object.keys(mixedValues).reverse());
  });

  test('a cursor between two types starts with the next type', async () => {
    const ids = await readIds((await seedMixed()).orderBy('v').startAfter(Infinity).limit(2));
    expect(ids).toEqual(['timeBefore', 'time']);
  });

  test('compares integers beyond the doubles exactly', async () => {
    const firestore = createAdmin({ projectId, useBigInt: true });
    const collection = firestore.collection((await seed({})).id);
    await seed(
      { c: { v: 9_007_199_254_740_993n }, a: { v: 9_007_199_254_740_991n }, b: { v: 9_007_199_254_740_992n } },
      collection,
    );
    expect(await readIds(collection.orderBy('v'))).toEqual(['a', 'b', 'c']);
    expect(await readIds(collection.where('v', '>', 9_007_199_254_740_992n))).toEqual(['c']);
  });

  test('without an order is by name', async () => {
    const collection = await seed({ b: {}, B: {}, a: {}, '10': {}, '9': {}, é: {}, '😀': {} });
    expect(await readIds(collection)).toEqual(['10', '9', 'B', 'a', 'b', 'é', '😀']);
  });

  test('by name downwards alone is refused, as no index serves it', async () => {
    const orderBy = [{ field: { fieldPath: '__name__' }, direction: 'DESCENDING' }];
    await expectFailure(runQuery({ from: [{ collectionId: randomId() }], orderBy }), code.FAILED_PRECONDITION);
  });

  test('numeric ids sort by their number', async () => {
    const collection = await seed({ __id10__: {}, __id9__: {}, '1': {}, a: {} });
    expect(await readIds(collection)).toEqual(['__id9__', '__id10__', '1', 'a']);
  });

  test('leaves out documents without the field', async () => {
    const collection = await seed({ a: { n: 1 }, b: {}, c: { n: null } });
    expect(await readIds(collection.orderBy('n'))).toEqual(['c', 'a']);
  });

  test('sorts equal values by name, in the direction of the last order', async () => {
    const collection = await seed({ a: { n: 1 }, b: { n: 1 }, c: { n: 0 } });
    expect(await readIds(collection.orderBy('n'))).toEqual(['c', 'a', 'b']);
    expect(await readIds(collection.orderBy('n', 'desc'))).toEqual(['b', 'a', 'c']);
    expect(await readIds(collection.orderBy('n', 'desc').orderBy(FieldPath.documentId()))).toEqual(['a', 'b', 'c']);
  });

  test('by several fields in several directions', async () => {
    const collection = await seed({ a: { x: 1, y: 1 }, b: { x: 1, y: 2 }, c: { x: 2, y: 1 }, d: { x: 2, y: 2 } });
    expect(await readIds(collection.orderBy('x', 'desc').orderBy('y'))).toEqual(['c', 'd', 'a', 'b']);
  });

  test('by a nested field', async () => {
    const collection = await seed({ a: { m: { n: 2 } }, b: { m: { n: 1 } }, c: { m: 1 } });
    expect(await readIds(collection.orderBy('m.n'))).toEqual(['b', 'a']);
  });

  test('by a field whose name needs quotes', async () => {
    const collection = await seed({ a: { 'o.d`d': 2 }, b: { 'o.d`d': 1 } });
    expect(await readIds(collection.orderBy(new FieldPath('o.d`d')))).toEqual(['b', 'a']);
  });

  test('with an equality on the same field', async () => {
    const collection = await seed({ a: { n: 1 }, b: { n: 1 } });
    expect(await readIds(collection.where('n', '==', 1).orderBy('n'))).toEqual(['a', 'b']);
  });

  test('by another field first than that of the inequality', async () => {
    const collection = await seed({ a: { n: 1, m: 3 }, b: { n: 2, m: 1 }, c: { n: 0, m: 2 } });
    expect(await readIds(collection.where('n', '>', 0).orderBy('m'))).toEqual(['b', 'a']);
  });
});

describe('limits and offsets', () => {
  const ten = () => seed(Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`d${n}`, { n }])));

  test('limit takes the first', async () => {
    expect(await readIds((await ten()).orderBy('n').limit(3))).toEqual(['d0', 'd1', 'd2']);
  });

  test('limit above the number of documents takes all', async () => {
    expect(await readIds((await ten()).limit(100))).toHaveLength(10);
  });

  test('limitToLast takes the last, in the order asked', async () => {
    expect(await readIds((await ten()).orderBy('n').limitToLast(3))).toEqual(['d7', 'd8', 'd9']);
    expect(await readIds((await ten()).orderBy('n', 'desc').limitToLast(2))).toEqual(['d1', 'd0']);
  });

  test('limitToLast with cursors counts from the end cursor', async () => {
    const query = (await ten()).orderBy('n').startAt(2).endBefore(6).limitToLast(2);
    expect(await readIds(query)).toEqual(['d4', 'd5']);
  });

  test('offset leaves out the first', async () => {
    expect(await readIds((await ten()).orderBy('n').offset(8))).toEqual(['d8', 'd9']);
  });

  test('offset and limit make a page', async () => {
    expect(await readIds((await ten()).orderBy('n').offset(4).limit(2))).toEqual(['d4', 'd5']);
  });

  test('offset beyond the end gives nothing', async () => {
    expect(await readIds((await ten()).offset(10))).toEqual([]);
  });

  test('offset counts after a filter and a cursor', async () => {
    expect(await readIds((await ten()).where('n', '>', 2).orderBy('n').startAt(4).offset(1).limit(2))).toEqual(['d5', 'd6']);
  });
});

describe('cursors', () => {
  const letters = () =>
    seed({ a: { k: 1, l: 'x' }, b: { k: 2, l: 'y' }, c: { k: 2, l: 'z' }, d: { k: 3, l: 'x' }, e: { k: 4, l: 'y' } });

  test('startAt and endAt take their own value in', async () => {
    expect(await readIds((await letters()).orderBy('k').startAt(2).endAt(3))).toEqual(['b', 'c', 'd']);
  });

  test('startAfter and endBefore leave their own value out', async () => {
    expect(await readIds((await letters()).orderBy('k').startAfter(2).endBefore(4))).toEqual(['d']);
  });

  test('work downwards', async () => {
    expect(await readIds((await letters()).orderBy('k', 'desc').startAt(3).endBefore(1))).toEqual(['d', 'c', 'b']);
  });

  test('of fewer values than orders cover the whole prefix', async () => {
    const query = (await letters()).orderBy('k').orderBy('l', 'desc');
    expect(await readIds(query.startAt(2))).toEqual(['c', 'b', 'd', 'e']);
    expect(await readIds(query.startAfter(2))).toEqual(['d', 'e']);
    expect(await readIds(query.endAt(2))).toEqual(['a', 'c', 'b']);
    expect(await readIds(query.endBefore(2))).toEqual(['a']);
  });

  test('of several values', async () => {
    const query = (await letters()).orderBy('k').orderBy('l');
    expect(await readIds(query.startAfter(2, 'y').endAt(4, 'y'))).toEqual(['c', 'd', 'e']);
  });

  test('by a document that was read', async () => {
    const collection = await letters();
    const snapshot = await collection.doc('b').get();
    expect(await readIds(collection.orderBy('k').startAt(snapshot))).toEqual(['b', 'c', 'd', 'e']);
    expect(await readIds(collection.orderBy('k').startAfter(snapshot))).toEqual(['c', 'd', 'e']);
    expect(await readIds(collection.orderBy('k').endBefore(snapshot))).toEqual(['a']);
    expect(await readIds(collection.orderBy('k', 'desc').startAfter(snapshot))).toEqual(['a']);
  });

  test('by a document that was read, with no order given', async () => {
    const collection = await letters();
    expect(await readIds(collection.startAfter(await collection.doc('c').get()))).toEqual(['d', 'e']);
  });

  test('by a document that was read, with an inequality', async () => {
    const collection = await letters();
    const snapshot = await collection.doc('c').get();
    expect(await readIds(collection.where('k', '>=', 2).startAfter(snapshot))).toEqual(['d', 'e']);
  });

  test('by document id', async () => {
    const collection = await letters();
    expect(await readIds(collection.orderBy(FieldPath.documentId()).startAt('b').endBefore('d'))).toEqual(['b', 'c']);
  });

  test('by a value of another type than the field has', async () => {
    expect(await readIds((await letters()).orderBy('k').startAt('text'))).toEqual([]);
    expect(await readIds((await letters()).orderBy('k').endAt('text'))).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('by a timestamp', async () => {
    const collection = await seed({ a: { at: new Timestamp(1, 1000) }, b: { at: new Timestamp(1, 2000) } });
    expect(await readIds(collection.orderBy('at').startAfter(new Timestamp(1, 1000)))).toEqual(['b']);
  });

  test('that exclude each other give nothing', async () => {
    expect(await readIds((await letters()).orderBy('k').startAt(4).endAt(1))).toEqual([]);
  });

  test('page through a collection without a gap or a repetition', async () => {
    const names = Array.from({ length: 23 }, (_, index) => `d${String(index).padStart(2, '0')}`);
    const collection = await seed(Object.fromEntries(names.map((name, index) => [name, { n: index % 4 }])));
    const seen: string[] = [];
    let query = collection.orderBy('n').limit(5);
    for (;;) {
      const page = await query.get();
      const last = page.docs.at(-1);
      if (last === undefined) break;
      seen.push(...page.docs.map((document) => document.id));
      query = collection.orderBy('n').limit(5).startAfter(last);
    }
    expect(seen).toHaveLength(23);
    expect(new Set(seen)).toEqual(new Set(names));
  });
});
