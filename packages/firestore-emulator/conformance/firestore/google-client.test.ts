/** Cases of Google's own client tests that the other files do not cover. */
import {
  arrayUnion,
  collection,
  collectionGroup,
  disableNetwork,
  doc,
  enableNetwork,
  getDocs,
  increment,
  limit,
  limitToLast,
  memoryLocalCache,
  memoryLruGarbageCollector,
  orderBy,
  query,
  serverTimestamp,
  setDoc,
  updateDoc,
  where,
  writeBatch,
} from 'firebase/firestore';
import { describe, expect, test } from 'vitest';
import {
  clientCollection,
  clientDocument,
  createClient,
  isSynced,
  seedForClient,
  watchQuery as watchInClient,
} from '../client-sdk.ts';
import {
  admin,
  catchFailure,
  listChanges,
  listIds,
  randomCollection,
  randomDocument,
  seed,
  watchDocument,
  watchQuery,
} from '../harness.ts';

const idOf = (n: number) => `d${String(n).padStart(2, '0')}`;
const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [idOf(n), { n }]));
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error);

describe('a client that was offline', () => {
  test('gets removed and no longer matching documents, also with a limit', async () => {
    const places = await seedForClient(numbered(10));
    const lowest = watchInClient(query(places, orderBy('n'), limit(3)), true);
    const last = watchInClient(query(places, orderBy('n'), limitToLast(2)), true);
    await lowest.nextWhere(isSynced);
    await last.nextWhere(isSynced);
    await disableNetwork(places.firestore);
    await admin.doc(`${places.path}/d00`).delete();
    await admin.doc(`${places.path}/d01`).update({ n: 100 });
    await admin.doc(`${places.path}/d09`).delete();
    await enableNetwork(places.firestore);
    const lowestNow = await lowest.nextWhere(
      (snapshot) => isSynced(snapshot) && snapshot.docs[0]?.id === 'd02',
    );
    expect(listIds(lowestNow)).toEqual(['d02', 'd03', 'd04']);
    const lastNow = await last.nextWhere((snapshot) => isSynced(snapshot) && snapshot.docs[1]?.id === 'd01');
    expect(listIds(lastNow)).toEqual(['d08', 'd01']);
  });

  test('gets all changes since its last request', async () => {
    const seeded = await seed(numbered(40));
    const client = createClient({
      localCache: memoryLocalCache({ garbageCollector: memoryLruGarbageCollector() }),
    });
    const few = query(collection(client, seeded.id), where('n', '<', 100));
    expect((await getDocs(few)).size).toBe(40);
    const batch = admin.batch();
    for (let n = 0; n < 40; n += 4) {
      batch.delete(seeded.doc(idOf(n)));
      batch.update(seeded.doc(idOf(n + 1)), { n: 100 });
      batch.update(seeded.doc(idOf(n + 2)), { seen: true });
      batch.set(seeded.doc(`new${n}`), { n });
    }
    await batch.commit();
    const again = await getDocs(few);
    expect(again.metadata.fromCache).toBe(false);
    expect(again.size).toBe(30);
    expect(again.docs.filter((document) => document.get('seen') === true)).toHaveLength(10);
  });

  test('sends its writes in order, and a refused write does not block the others', async () => {
    const document = clientDocument();
    const { firestore, parent } = document;
    await disableNetwork(firestore);
    const outcome = (written: Promise<void>) => written.then(() => 'written', codeOf);
    const outcomes = [
      outcome(setDoc(document, { list: [0] })),
      outcome(updateDoc(doc(parent, 'missing'), { n: 1 })),
      outcome(updateDoc(document, { list: arrayUnion(1) })),
      outcome(setDoc(doc(parent, '__reserved__'), {})),
      outcome(updateDoc(document, { list: arrayUnion(2), n: increment(1) })),
    ];
    await enableNetwork(firestore);
    expect(await Promise.all(outcomes)).toEqual([
      'written',
      'not-found',
      'written',
      'invalid-argument',
      'written',
    ]);
    expect((await admin.doc(document.path).get()).data()).toEqual({ list: [0, 1, 2], n: 1 });
  });

  test('keeps its other listeners when one is refused', async () => {
    const places = await seedForClient({ a: { n: 1 } });
    const events = watchInClient(places);
    expect(listIds(await events.next())).toEqual(['a']);
    const refused = collection(places.firestore, 'a/__reserved__/b');
    expect(await catchFailure(watchInClient(refused).next())).toMatchObject({ code: 'invalid-argument' });
    expect(await catchFailure(watchInClient(refused).next())).toMatchObject({ code: 'invalid-argument' });
    await admin.doc(`${places.path}/b`).set({ n: 2 });
    expect(listIds(await events.next())).toEqual(['a', 'b']);
  });
});

describe('listeners of the server SDK', () => {
  test('report a re-created document with a new create time', async () => {
    const document = randomDocument();
    const events = watchDocument(document);
    expect((await events.next()).exists).toBe(false);
    await document.set({ n: 1 });
    const first = await events.next();
    await document.delete();
    expect((await events.next()).exists).toBe(false);
    await document.set({ n: 2 });
    const second = await events.next();
    expect(second.data()).toEqual({ n: 2 });
    expect(second.createTime?.isEqual(second.updateTime ?? second.readTime)).toBe(true);
    expect(first.createTime && second.createTime?.isEqual(first.createTime)).toBe(false);
  });

  test('report removals first, then additions in order', async () => {
    const places = await seed({ b: {}, m: {} });
    const events = watchQuery(places);
    await events.next();
    const batch = admin.batch();
    for (const id of ['z', 'a', 'n']) batch.set(places.doc(id), {});
    await batch.delete(places.doc('b')).commit();
    expect(listChanges(await events.next())).toEqual([
      'removed b 0->-1',
      'added a -1->0',
      'added n -1->2',
      'added z -1->3',
    ]);
  });

  test('work 200 at a time', async () => {
    const places = randomCollection();
    const all = Array.from({ length: 200 }, (_, n) => watchQuery(places.where('n', '>', n)));
    await Promise.all(all.map((events) => events.next()));
    await places.doc('a').set({ n: 1000 });
    const sizes = await Promise.all(all.map(async (events) => (await events.next()).size));
    expect(sizes.every((size) => size === 1)).toBe(true);
  });
});

describe('large amounts', () => {
  test('eight megabytes in one listener', async () => {
    const places = randomCollection();
    const text = 'x'.repeat(820_000);
    for (let n = 0; n < 10; n++) await places.doc(`d${n}`).set({ text });
    const events = watchInClient(collection(createClient(), places.id));
    expect((await events.nextWhere(isSynced)).size).toBe(10);
    await places.doc('d3').set({ text: 'short' });
    expect((await events.next()).docs[3]?.get('text')).toBe('short');
  });

  test('a batch of 500 writes, each with three transforms, of 250 documents', async () => {
    const places = clientCollection();
    const batch = writeBatch(places.firestore);
    for (let n = 0; n < 500; n++) {
      const transforms = { at: serverTimestamp(), n: increment(1), list: arrayUnion(n) };
      batch.set(doc(places, `d${n % 250}`), transforms, { merge: true });
    }
    await batch.commit();
    const written = await getDocs(query(places, where('n', '==', 2)));
    expect(written.size).toBe(250);
    expect(new Set(written.docs.map((document) => document.get('at').valueOf())).size).toBe(1);
  });

  test('a recursive delete of 2000 documents on two levels', async () => {
    const places = randomCollection();
    const writer = admin.bulkWriter({ throttling: false });
    for (let n = 0; n < 1000; n++) {
      void writer.set(places.doc(`d${n}`), { n });
      void writer.set(places.doc(`d${n}/below/a`), { n });
    }
    await writer.close();
    await admin.recursiveDelete(places, admin.bulkWriter({ throttling: false }));
    expect(await places.listDocuments()).toEqual([]);
  });
});

test('a collection group is followed by a listener of the client', async () => {
  const places = await seedForClient({ a: { n: 1 } });
  const group = query(collectionGroup(places.firestore, places.id), where('n', '>', 0));
  const events = watchInClient(group);
  expect(listIds(await events.next())).toEqual(['a']);
  await admin.doc(`other/place/${places.id}/b`).set({ n: 2 });
  expect((await events.next()).size).toBe(2);
  await admin.doc(`${places.id}/a`).delete();
  expect(listIds(await events.next())).toEqual(['b']);
});
