import { FieldPath, Timestamp } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import { readIds, seed } from '../harness.ts';

describe('limits', () => {
  const ten = () => seed(Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`d${n}`, { n }])));

  test('limit takes the first', async () => {
    expect(await readIds((await ten()).orderBy('n').limit(3))).toEqual(['d0', 'd1', 'd2']);
  });

  test('limit above the number of documents takes all', async () => {
    expect(await readIds((await ten()).limit(100))).toHaveLength(10);
  });
});

describe('cursors', () => {
  const letters = () =>
    seed({
      a: { k: 1, l: 'x' },
      b: { k: 2, l: 'y' },
      c: { k: 2, l: 'z' },
      d: { k: 3, l: 'x' },
      e: { k: 4, l: 'y' },
    });

  test('startAt and endAt include their value', async () => {
    expect(await readIds((await letters()).orderBy('k').startAt(2).endAt(3))).toEqual(['b', 'c', 'd']);
  });

  test('startAfter and endBefore exclude their value', async () => {
    expect(await readIds((await letters()).orderBy('k').startAfter(2).endBefore(4))).toEqual(['d']);
  });

  test('work in descending order', async () => {
    expect(await readIds((await letters()).orderBy('k', 'desc').startAt(3).endBefore(1))).toEqual([
      'd',
      'c',
      'b',
    ]);
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
    expect(await readIds(collection.orderBy(FieldPath.documentId()).startAt('b').endBefore('d'))).toEqual([
      'b',
      'c',
    ]);
  });

  test('by a value of another type than the field has', async () => {
    expect(await readIds((await letters()).orderBy('k').startAt('text'))).toEqual([]);
    expect(await readIds((await letters()).orderBy('k').endAt('text'))).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('by a timestamp', async () => {
    const collection = await seed({ a: { at: new Timestamp(1, 1000) }, b: { at: new Timestamp(1, 2000) } });
    expect(await readIds(collection.orderBy('at').startAfter(new Timestamp(1, 1000)))).toEqual(['b']);
  });

  test('that contradict each other return nothing', async () => {
    expect(await readIds((await letters()).orderBy('k').startAt(4).endAt(1))).toEqual([]);
  });

  test('page through a collection without gaps or duplicates', async () => {
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
