import { FieldPath, Timestamp } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import { admin, readIds, seed } from '../harness.ts';
import { fieldFilter, listFoundIds, runQuery } from '../wire-requests.ts';

const numbers = () =>
  seed({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 }, d: { other: 1 }, e: { n: null }, f: { n: NaN } });

describe('comparisons', () => {
  test('== finds equal values only', async () => {
    expect(await readIds((await numbers()).where('n', '==', 2))).toEqual(['b']);
  });

  test('< and <= exclude NaN, null and documents without the field', async () => {
    const collection = await numbers();
    expect(await readIds(collection.where('n', '<', 3))).toEqual(['a', 'b']);
    expect(await readIds(collection.where('n', '<=', 3))).toEqual(['a', 'b', 'c']);
  });

  test('> and >= compare within one type', async () => {
    const collection = await seed({
      a: { v: 1 },
      b: { v: 2.5 },
      c: { v: '3' },
      d: { v: true },
      e: { v: [9] },
    });
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

  test('ranges are sorted by the field without an explicit order', async () => {
    const collection = await seed({ a: { n: 3 }, b: { n: 1 }, c: { n: 2 } });
    expect(await readIds(collection.where('n', '>', 0))).toEqual(['b', 'c', 'a']);
  });

  test('two bounds of one field make a range', async () => {
    expect(await readIds((await numbers()).where('n', '>', 1).where('n', '<', 3))).toEqual(['b']);
  });

  test('combines bounds of several fields', async () => {
    const collection = await seed({
      a: { key: 'a', sort: 0, v: 0 },
      b: { key: 'b', sort: 3, v: 1 },
      c: { key: 'c', sort: 1, v: 3 },
      d: { key: 'd', sort: 2, v: 2 },
    });
    expect(
      await readIds(collection.where('key', '>', 'a').where('sort', '<=', 2).where('v', '>', 2)),
    ).toEqual(['c']);
    const byTwo = collection.where('key', '>=', 'a').where('sort', '<=', 2);
    expect(await readIds(byTwo.orderBy('v', 'desc'))).toEqual(['c', 'd', 'a']);
    expect(await readIds(byTwo.where('v', 'in', [2, 3, 4]).where('sort', 'in', [2, 3]))).toEqual(['d']);
  });

  test('bounds of several fields imply an order by those fields, sorted by name', async () => {
    const collection = await seed({
      a: { y: 1, x: 2 },
      b: { y: 2, x: 1 },
      c: { y: 3, x: 1 },
      d: { y: 1, x: 1 },
    });
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

  test('booleans, bytes and references compare', async () => {
    const collection = await seed({
      a: { flag: false, bytes: Buffer.from([1]), ref: admin.doc('x/a') },
      b: { flag: true, bytes: Buffer.from([1, 0]), ref: admin.doc('x/b') },
    });
    expect(await readIds(collection.where('flag', '>', false))).toEqual(['b']);
    expect(await readIds(collection.where('bytes', '>', Buffer.from([1])))).toEqual(['b']);
    expect(await readIds(collection.where('ref', '>=', admin.doc('x/b')))).toEqual(['b']);
  });

  test('arrays and maps compare as a whole', async () => {
    const collection = await seed({
      a: { v: [1, 2] },
      b: { v: [1, 3] },
      c: { v: { x: 1 } },
      d: { v: { x: 2 } },
    });
    expect(await readIds(collection.where('v', '==', [1, 2]))).toEqual(['a']);
    expect(await readIds(collection.where('v', '>', [1, 2]))).toEqual(['b']);
    expect(await readIds(collection.where('v', '==', { x: 2 }))).toEqual(['d']);
    expect(await readIds(collection.where('v', '<', { x: 2 }))).toEqual(['c']);
  });

  test('a nested field is found by its path', async () => {
    const collection = await seed({
      a: { m: { n: { x: 1 } } },
      b: { m: { n: { x: 2 } } },
      c: { 'm.n.x': 2 },
    });
    expect(await readIds(collection.where('m.n.x', '==', 2))).toEqual(['b']);
  });

  test('a field whose name contains a dot is found by a quoted path', async () => {
    const collection = await seed({ a: { 'm.n': 1 }, b: { m: { n: 1 } } });
    expect(await readIds(collection.where(new FieldPath('m.n'), '==', 1))).toEqual(['a']);
  });
});

describe('null and NaN', () => {
  const special = () => seed({ a: { v: null }, b: { v: NaN }, c: { v: 1 }, d: { w: 1 }, e: { v: 'x' } });

  test('== null finds null only', async () => {
    expect(await readIds((await special()).where('v', '==', null))).toEqual(['a']);
  });

  test('a range from null finds nothing', async () => {
    const collection = await special();
    for (const op of ['LESS_THAN', 'GREATER_THAN_OR_EQUAL']) {
      const where = fieldFilter('v', op, { nullValue: 'NULL_VALUE' });
      expect(listFoundIds(await runQuery({ from: [{ collectionId: collection.id }], where }))).toEqual([]);
    }
  });
});
