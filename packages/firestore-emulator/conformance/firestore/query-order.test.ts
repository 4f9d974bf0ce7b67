import { FieldPath } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import { code, createAdmin, expectFailure, projectId, randomId, readIds, seed } from '../harness.ts';
import { runQuery } from '../wire-requests.ts';
import { mixedIds, mixedValues } from './mixed-values.ts';

async function seedMixed() {
  // Ids that sort differently than the values.
  const names = Object.keys(mixedValues);
  return seed(Object.fromEntries(names.map((name) => [name, { v: mixedValues[name] }])));
}

describe('ordering', () => {
  test('sorts every type of value in the order that Firestore documents', async () => {
    expect(await readIds((await seedMixed()).orderBy('v'))).toEqual(Object.keys(mixedValues));
  });

  test('sorts every type of value in reverse', async () => {
    expect(await readIds((await seedMixed()).orderBy('v', 'desc'))).toEqual(
      Object.keys(mixedValues).toReversed(),
    );
  });

  test('a cursor between two types starts with the next type', async () => {
    const ids = await readIds((await seedMixed()).orderBy('v').startAfter(Infinity).limit(2));
    expect(ids).toEqual(['timeBefore', 'time']);
  });

  test('compares integers that exceed double precision exactly', async () => {
    const firestore = createAdmin({ projectId, useBigInt: true });
    const collection = firestore.collection((await seed({})).id);
    await seed(
      {
        c: { v: 9_007_199_254_740_993n },
        a: { v: 9_007_199_254_740_991n },
        b: { v: 9_007_199_254_740_992n },
      },
      collection,
    );
    expect(await readIds(collection.orderBy('v'))).toEqual(['a', 'b', 'c']);
    expect(await readIds(collection.where('v', '>', 9_007_199_254_740_992n))).toEqual(['c']);
  });

  test('sorts by name by default', async () => {
    const collection = await seed({ b: {}, B: {}, a: {}, '10': {}, '9': {}, é: {}, '😀': {} });
    expect(await readIds(collection)).toEqual(['10', '9', 'B', 'a', 'b', 'é', '😀']);
  });

  test('refuses a descending order by name only, which has no index', async () => {
    const orderBy = [{ field: { fieldPath: '__name__' }, direction: 'DESCENDING' }];
    await expectFailure(
      runQuery({ from: [{ collectionId: randomId() }], orderBy }),
      code.FAILED_PRECONDITION,
    );
  });

  test('of ids sorts numeric ids first, then by code point', async () => {
    const collection = await seed(Object.fromEntries(mixedIds.toReversed().map((id) => [id, {}])));
    expect(await readIds(collection)).toEqual(mixedIds);
    expect(await readIds(collection.orderBy(FieldPath.documentId()))).toEqual(mixedIds);
    const fromNumbers = collection.where(FieldPath.documentId(), '>', '__id7__');
    expect(await readIds(fromNumbers.where(FieldPath.documentId(), '<=', 'A'))).toEqual(mixedIds.slice(3, 8));
  });

  test('excludes documents without the field', async () => {
    const collection = await seed({ a: { n: 1 }, b: {}, c: { n: null } });
    expect(await readIds(collection.orderBy('n'))).toEqual(['c', 'a']);
  });

  test('sorts equal values by name, in the direction of the last order', async () => {
    const collection = await seed({ a: { n: 1 }, b: { n: 1 }, c: { n: 0 } });
    expect(await readIds(collection.orderBy('n'))).toEqual(['c', 'a', 'b']);
    expect(await readIds(collection.orderBy('n', 'desc'))).toEqual(['b', 'a', 'c']);
    expect(await readIds(collection.orderBy('n', 'desc').orderBy(FieldPath.documentId()))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  test('by several fields in several directions', async () => {
    const collection = await seed({
      a: { x: 1, y: 1 },
      b: { x: 1, y: 2 },
      c: { x: 2, y: 1 },
      d: { x: 2, y: 2 },
    });
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

  test('by another field before the inequality field', async () => {
    const collection = await seed({ a: { n: 1, m: 3 }, b: { n: 2, m: 1 }, c: { n: 0, m: 2 } });
    expect(await readIds(collection.where('n', '>', 0).orderBy('m'))).toEqual(['b', 'a']);
  });
});
