import { FieldValue, type QuerySnapshot } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import { mixedIds, mixedValues } from './mixed-values.ts';
import {
  admin,
  listChanges,
  listIds,
  randomCollection,
  randomDocument,
  randomId,
  readIds,
  seed,
  watchQuery,
} from '../harness.ts';

describe('listening to a query', () => {
  async function watch(documents: Record<string, FirebaseFirestore.DocumentData>) {
    const collection = await seed(documents);
    return { collection };
  }

  test('starts with an empty snapshot if there are no results', async () => {
    const snapshot = await watchQuery(randomCollection()).next();
    expect(snapshot.empty).toBe(true);
    expect(snapshot.docChanges()).toEqual([]);
  });

  test('reports added, modified and removed documents', async () => {
    const { collection } = await watch({ a: { n: 1 } });
    const events = watchQuery(collection.orderBy('n'));
    expect(listChanges(await events.next())).toEqual(['added a -1->0']);
    await collection.doc('b').set({ n: 0 });
    expect(listChanges(await events.next())).toEqual(['added b -1->0']);
    await collection.doc('b').set({ n: 5 });
    expect(listChanges(await events.next())).toEqual(['modified b 0->1']);
    await collection.doc('a').delete();
    const last = await events.next();
    expect(listChanges(last)).toEqual(['removed a 0->-1']);
    expect(listIds(last)).toEqual(['b']);
  });

  test('removes a document that no longer matches, and adds it again', async () => {
    const { collection } = await watch({ a: { on: true }, b: { on: true } });
    const events = watchQuery(collection.where('on', '==', true));
    expect(listIds(await events.next())).toEqual(['a', 'b']);
    await collection.doc('a').update({ on: false });
    expect(listChanges(await events.next())).toEqual(['removed a 0->-1']);
    await collection.doc('a').update({ on: true });
    expect(listChanges(await events.next())).toEqual(['added a -1->0']);
  });

  test('removes a document that loses the field it is ordered by', async () => {
    const { collection } = await watch({ a: { n: 1 }, b: { n: 2 } });
    const events = watchQuery(collection.orderBy('n'));
    await events.next();
    await collection.doc('a').update({ n: FieldValue.delete(), other: 1 });
    expect(listChanges(await events.next())).toEqual(['removed a 0->-1']);
  });

  test('ignores writes outside its results', async () => {
    const { collection } = await watch({ a: { n: 1 } });
    const events = watchQuery(collection.where('n', '==', 1));
    await events.next();
    await collection.doc('b').set({ n: 2 });
    await collection.doc('b').collection(collection.id).doc('inner').set({ n: 1 });
    await collection.doc('c').set({ n: 1 });
    expect(listChanges(await events.next())).toEqual(['added c -1->1']);
  });

  test('reports a whole batch in one snapshot', async () => {
    const { collection } = await watch({ a: { n: 1 }, b: { n: 2 } });
    const events = watchQuery(collection.orderBy('n'));
    await events.next();
    const batch = admin.batch();
    batch.delete(collection.doc('a'));
    batch.update(collection.doc('b'), { n: 7 });
    batch.set(collection.doc('c'), { n: 3 });
    await batch.commit();
    const snapshot = await events.next();
    expect(listIds(snapshot)).toEqual(['c', 'b']);
    expect(listChanges(snapshot).toSorted()).toEqual(
      ['added c -1->1', 'modified b 0->1', 'removed a 0->-1'].toSorted(),
    );
  });

  test('ignores a write that changes nothing', async () => {
    const { collection } = await watch({ a: { n: 1 } });
    const events = watchQuery(collection);
    await events.next();
    await collection.doc('a').set({ n: 1 });
    await collection.doc('b').set({ n: 2 });
    expect(listChanges(await events.next())).toEqual(['added b -1->1']);
  });

  test('with a limit adds the next document when one is removed', async () => {
    const { collection } = await watch({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 } });
    const events = watchQuery(collection.orderBy('n').limit(2));
    expect(listIds(await events.next())).toEqual(['a', 'b']);
    await collection.doc('a').delete();
    const after = await events.nextWhere((snapshot) => snapshot.size === 2);
    expect(listIds(after)).toEqual(['b', 'c']);
  });

  test('with a limit removes the last document when another sorts before it', async () => {
    const { collection } = await watch({ b: { n: 2 }, c: { n: 3 } });
    const events = watchQuery(collection.orderBy('n').limit(2));
    await events.next();
    await collection.doc('a').set({ n: 1 });
    const after = await events.nextWhere(
      (snapshot) => listIds(snapshot).includes('a') && snapshot.size === 2,
    );
    expect(listIds(after)).toEqual(['a', 'b']);
  });

  test('with a limit ignores documents beyond it', async () => {
    const { collection } = await watch({ a: { n: 1 }, b: { n: 2 } });
    const events = watchQuery(collection.orderBy('n').limit(1));
    await events.next();
    await collection.doc('z').set({ n: 9 });
    await collection.doc('a').update({ x: 1 });
    expect(listChanges(await events.next())).toEqual(['modified a 0->0']);
  });

  test('with a limit removes a document that moves beyond it', async () => {
    const { collection } = await watch({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 } });
    const events = watchQuery(collection.orderBy('n').limit(2));
    await events.next();
    await collection.doc('a').update({ n: 9 });
    const after = await events.nextWhere(
      (snapshot) => snapshot.size === 2 && !listIds(snapshot).includes('a'),
    );
    expect(listIds(after)).toEqual(['b', 'c']);
  });

  test('with limitToLast returns the last in order', async () => {
    const { collection } = await watch({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 } });
    const events = watchQuery(collection.orderBy('n').limitToLast(2));
    const first = await events.next();
    expect(listIds(first)).toEqual(['b', 'c']);
    expect(listChanges(first)).toEqual(['added b -1->0', 'added c -1->1']);
    await collection.doc('d').set({ n: 4 });
    const after = await events.nextWhere(
      (snapshot) => listIds(snapshot).includes('d') && snapshot.size === 2,
    );
    expect(listIds(after)).toEqual(['c', 'd']);
  });

  test('with cursors reports only documents between them', async () => {
    const { collection } = await watch({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 } });
    const events = watchQuery(collection.orderBy('n').startAt(2).endBefore(4));
    expect(listIds(await events.next())).toEqual(['b', 'c']);
    await collection.doc('d').set({ n: 4 });
    await collection.doc('e').set({ n: 2.5 });
    expect(listChanges(await events.next())).toEqual(['added e -1->1']);
  });

  test('by an inequality and an order sorts as the query does', async () => {
    const { collection } = await watch({ a: { n: 3 }, b: { n: 1 }, c: { n: 2 }, d: { n: 0 } });
    const query = collection.where('n', '>', 0).orderBy('n', 'desc');
    expect(listIds(await watchQuery(query).next())).toEqual(await readIds(query));
  });

  test('by array membership', async () => {
    const { collection } = await watch({ a: { tags: ['x'] } });
    const events = watchQuery(collection.where('tags', 'array-contains', 'x'));
    await events.next();
    await collection.doc('b').set({ tags: ['y'] });
    await collection.doc('b').update({ tags: FieldValue.arrayUnion('x') });
    expect(listChanges(await events.next())).toEqual(['added b -1->1']);
  });

  test('of a collection group', async () => {
    const group = randomId();
    const parent = randomDocument();
    const events = watchQuery(admin.collectionGroup(group));
    expect((await events.next()).empty).toBe(true);
    await parent.collection(group).doc('deep').set({ n: 1 });
    expect(listIds(await events.next())).toEqual(['deep']);
    await admin.collection(group).doc('top').set({ n: 2 });
    expect((await events.next()).size).toBe(2);
  });

  test('with a projection returns only its fields', async () => {
    const { collection } = await watch({ a: { x: 1, y: 2 } });
    const snapshot = await watchQuery(collection.select('x')).next();
    expect(snapshot.docs[0]?.data()).toEqual({ x: 1 });
  });

  test('sends many listeners of one collection their own results', async () => {
    const collection = randomCollection();
    const listeners = Array.from({ length: 20 }, (_, n) => watchQuery(collection.where('n', '==', n)));
    for (const events of listeners) expect((await events.next()).empty).toBe(true);
    await seed(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`d${n}`, { n }])), collection);
    for (const [n, events] of listeners.entries()) expect(listIds(await events.next())).toEqual([`d${n}`]);
  });

  test('shows the writes of many concurrent writers in the end', async () => {
    const collection = randomCollection();
    const events = watchQuery(collection);
    await events.next();
    await Promise.all(Array.from({ length: 50 }, (_, n) => collection.doc(`d${n}`).set({ n })));
    const last = await events.nextWhere((snapshot: QuerySnapshot) => snapshot.size === 50);
    expect(last.size).toBe(50);
  });

  test('returns snapshots with increasing read times', async () => {
    const collection = randomCollection();
    const events = watchQuery(collection);
    let before = (await events.next()).readTime;
    for (let n = 0; n < 10; n += 1) {
      await collection.doc('a').set({ n });
      const { readTime } = await events.next();
      expect(readTime.valueOf() > before.valueOf()).toBe(true);
      before = readTime;
    }
  });

  test('returns 1,000 documents in one snapshot', async () => {
    const collection = randomCollection();
    for (const part of [0, 1]) {
      await seed(
        Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`d${part * 500 + n}`, { n }])),
        collection,
      );
    }
    expect((await watchQuery(collection).next()).size).toBe(1000);
  });

  test('sees the writes of a transaction together', async () => {
    const { collection } = await watch({ a: { n: 1 }, b: { n: 1 } });
    const events = watchQuery(collection);
    await events.next();
    await admin.runTransaction(async (transaction) => {
      const snapshot = await transaction.get(collection);
      for (const document of snapshot.docs) transaction.update(document.ref, { n: 2 });
    });
    expect((await events.next()).docs.map((document) => document.get('n'))).toEqual([2, 2]);
  });

  test('sorts every type of value as the query does', async () => {
    const values = Object.entries(mixedValues).map(([id, v]) => [id, { v }]);
    const query = (await seed(Object.fromEntries(values))).orderBy('v');
    expect(listIds(await watchQuery(query).next())).toEqual(Object.keys(mixedValues));
  });

  test('sorts documents by id as the query does', async () => {
    const collection = await seed(Object.fromEntries(mixedIds.map((id) => [id, {}])));
    expect(listIds(await watchQuery(collection).next())).toEqual(mixedIds);
  });
});
