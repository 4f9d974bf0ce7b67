import {
  addDoc,
  aggregateFieldEqual,
  and,
  arrayRemove,
  arrayUnion,
  average,
  Bytes,
  collection,
  collectionGroup,
  count,
  deleteDoc,
  deleteField,
  disableNetwork,
  doc,
  documentId,
  enableNetwork,
  endAt,
  endBefore,
  FieldPath,
  GeoPoint,
  getAggregateFromServer,
  getCountFromServer,
  getDoc,
  getDocs,
  increment,
  limit,
  limitToLast,
  onSnapshot,
  onSnapshotsInSync,
  or,
  orderBy,
  query,
  runTransaction,
  serverTimestamp,
  setDoc,
  startAfter,
  startAt,
  sum,
  Timestamp,
  updateDoc,
  vector,
  waitForPendingWrites,
  where,
  writeBatch,
  type DocumentData,
  type DocumentReference,
  type DocumentSnapshot,
  type Query,
  type QuerySnapshot,
} from 'firebase/firestore';
import { describe, expect, test } from 'vitest';
import { clientCollection, clientDocument, createClient } from '../client-sdk.ts';
import { admin, catchFailure, collectEvents, listIds, randomId, seed } from '../harness.ts';

async function seedClient(documents: Record<string, DocumentData>) {
  const seeded = await seed(documents);
  return collection(createClient(), seeded.id);
}

const findIds = async (found: Query) => listIds(await getDocs(found));

const watchQuery = (watched: Query, includeMetadataChanges = false) =>
  collectEvents<QuerySnapshot>((onEvent, onError) =>
    onSnapshot(watched, { includeMetadataChanges }, onEvent, onError),
  );

const watchDocument = (watched: DocumentReference, includeMetadataChanges = false) =>
  collectEvents<DocumentSnapshot>((onEvent, onError) =>
    onSnapshot(watched, { includeMetadataChanges }, onEvent, onError),
  );

const isSettled = (snapshot: { metadata: { fromCache: boolean; hasPendingWrites: boolean } }) =>
  !snapshot.metadata.fromCache && !snapshot.metadata.hasPendingWrites;

describe('documents of the client', () => {
  test('are set and read from the server', async () => {
    const document = clientDocument();
    await setDoc(document, { a: 1, b: { c: 'x' } });
    const snapshot = await getDoc(document);
    expect(snapshot.data()).toEqual({ a: 1, b: { c: 'x' } });
    expect(snapshot.metadata.fromCache).toBe(false);
  });

  test('that do not exist are missing', async () => {
    expect((await getDoc(clientDocument())).exists()).toBe(false);
  });

  test('are merged, updated and deleted', async () => {
    const document = clientDocument();
    await setDoc(document, { a: 1, map: { x: 1 } });
    await setDoc(document, { map: { y: 2 } }, { merge: true });
    await updateDoc(document, { 'map.x': 3, a: deleteField() });
    expect((await getDoc(document)).data()).toEqual({ map: { x: 3, y: 2 } });
    await deleteDoc(document);
    expect((await getDoc(document)).exists()).toBe(false);
  });

  test('are written by the client and read by the server SDK', async () => {
    const document = clientDocument();
    await setDoc(document, { from: 'client' });
    expect((await admin.doc(document.path).get()).data()).toEqual({ from: 'client' });
  });

  test('that do not exist cannot be updated', async () => {
    expect(await catchFailure(updateDoc(clientDocument(), { a: 1 }))).toMatchObject({ code: 'not-found' });
  });

  test('keep every type of value', async () => {
    const document = clientDocument();
    const value = {
      nothing: null,
      yes: true,
      whole: 5,
      part: 0.5,
      nan: NaN,
      infinite: Infinity,
      text: 'ä😀',
      time: new Timestamp(5, 123_000),
      bytes: Bytes.fromUint8Array(new Uint8Array([0, 255])),
      point: new GeoPoint(1, 2),
      list: [1, 'a', { b: [] }],
      map: { deep: { deeper: {} } },
      vector: vector([1, 2]),
    };
    await setDoc(document, value);
    expect((await getDoc(document)).data()).toEqual(value);
  });

  test('keep references', async () => {
    const document = clientDocument();
    await setDoc(document, { ref: document });
    expect((await getDoc(document)).get('ref').path).toBe(document.path);
  });

  test('keep odd field names and update them by path', async () => {
    const document = clientDocument();
    await setDoc(document, { 'a.b': { 'c`d': 1 } });
    await updateDoc(document, new FieldPath('a.b', 'c`d'), 2);
    expect((await getDoc(document)).data()).toEqual({ 'a.b': { 'c`d': 2 } });
  });

  test('are added under new ids', async () => {
    const added = await addDoc(clientCollection(), { a: 1 });
    expect((await getDoc(added)).data()).toEqual({ a: 1 });
  });

  test('of many writes in a row are written in order', async () => {
    const document = clientDocument();
    const writes = Array.from({ length: 30 }, (_, n) => setDoc(document, { n }));
    await Promise.all(writes);
    expect((await getDoc(document)).data()).toEqual({ n: 29 });
  });
});

describe('transforms of the client', () => {
  test('server timestamps are pending first and then the time of the server', async () => {
    const document = clientDocument();
    const events = watchDocument(document, true);
    await events.nextWhere(isSettled);
    await setDoc(document, { at: serverTimestamp() });
    const pending = await events.nextWhere((snapshot) => snapshot.exists());
    expect(pending.get('at')).toBeNull();
    expect(pending.get('at', { serverTimestamps: 'estimate' })).toBeInstanceOf(Timestamp);
    const settled = await events.nextWhere((snapshot) => isSettled(snapshot) && snapshot.exists());
    expect(settled.get('at')).toBeInstanceOf(Timestamp);
  });

  test('increments are shown at once and agree with the server', async () => {
    const document = clientDocument();
    await setDoc(document, { n: 1 });
    const events = watchDocument(document, true);
    await events.nextWhere(isSettled);
    await updateDoc(document, { n: increment(2) });
    expect((await events.nextWhere((snapshot) => snapshot.get('n') === 3)).get('n')).toBe(3);
    expect((await events.nextWhere(isSettled)).get('n')).toBe(3);
  });

  test('arrays are united and reduced', async () => {
    const document = clientDocument();
    await setDoc(document, { list: [1, 2] });
    await updateDoc(document, { list: arrayUnion(2, 3) });
    await updateDoc(document, { list: arrayRemove(1) });
    expect((await getDoc(document)).data()).toEqual({ list: [2, 3] });
  });

  test('of two clients add up', async () => {
    const left = clientDocument();
    const right = doc(createClient(), left.path);
    await setDoc(left, { n: 0 });
    await Promise.all([left, right, left, right].map((document) => updateDoc(document, { n: increment(1) })));
    expect((await admin.doc(left.path).get()).get('n')).toBe(4);
  });
});

describe('batches and transactions of the client', () => {
  test('a batch writes all or nothing', async () => {
    const client = createClient();
    const places = clientCollection(client);
    const good = writeBatch(client);
    good.set(doc(places, 'a'), { n: 1 });
    good.set(doc(places, 'b'), { n: 2 });
    await good.commit();
    const bad = writeBatch(client);
    bad.delete(doc(places, 'a'));
    bad.update(doc(places, 'missing'), { n: 1 });
    expect(await catchFailure(bad.commit())).toMatchObject({ code: 'not-found' });
    expect(await findIds(places)).toEqual(['a', 'b']);
  });

  test('a transaction reads and writes', async () => {
    const client = createClient();
    const document = clientDocument(client);
    await setDoc(document, { n: 1 });
    await runTransaction(client, async (transaction) => {
      const snapshot = await transaction.get(document);
      transaction.update(document, { n: snapshot.get('n') + 1 });
    });
    expect((await getDoc(document)).get('n')).toBe(2);
  });

  test('a transaction runs again when what it read has changed', async () => {
    const client = createClient();
    const document = clientDocument(client);
    await setDoc(document, { n: 1 });
    let attempts = 0;
    await runTransaction(client, async (transaction) => {
      attempts += 1;
      const snapshot = await transaction.get(document);
      if (attempts === 1) await admin.doc(document.path).set({ n: 100 });
      transaction.update(document, { n: snapshot.get('n') + 1 });
    });
    expect(attempts).toBe(2);
    expect((await admin.doc(document.path).get()).get('n')).toBe(101);
  });

  test('a transaction runs again when a document it found missing has appeared', async () => {
    const client = createClient();
    const document = clientDocument(client);
    let attempts = 0;
    await runTransaction(client, async (transaction) => {
      attempts += 1;
      const snapshot = await transaction.get(document);
      if (attempts === 1) await admin.doc(document.path).set({ n: 7 });
      transaction.set(document, { n: snapshot.exists() ? snapshot.get('n') + 1 : 0 });
    });
    expect(attempts).toBe(2);
    expect((await admin.doc(document.path).get()).get('n')).toBe(8);
  });

  test('a transaction that updates a missing document fails', async () => {
    const client = createClient();
    const document = clientDocument(client);
    const attempt = runTransaction(client, async (transaction) => {
      transaction.update(document, { n: 1 });
    });
    expect(await catchFailure(attempt)).toMatchObject({ code: 'not-found' });
  });

  test('many transactions on one counter lose nothing', async () => {
    const client = createClient();
    const document = clientDocument(client);
    await setDoc(document, { n: 0 });
    const add = () =>
      runTransaction(
        client,
        async (transaction) => {
          const snapshot = await transaction.get(document);
          transaction.update(document, { n: snapshot.get('n') + 1 });
        },
        { maxAttempts: 20 },
      );
    await Promise.all([add(), add(), add()]);
    expect((await admin.doc(document.path).get()).get('n')).toBe(3);
  });
});

describe('queries of the client', () => {
  const cities = () =>
    seedClient({
      a: { n: 1, tags: ['x'], zip: 1 },
      b: { n: 2, tags: ['x', 'y'], zip: [1] },
      c: { n: 3, tags: [], zip: null },
      d: { n: 4, zip: NaN },
      e: { n: 5, tags: 'x' },
    });

  const queries: [string, (places: Query) => Query, string[]][] = [
    ['==', (places) => query(places, where('n', '==', 2)), ['b']],
    ['>', (places) => query(places, where('n', '>', 3)), ['d', 'e']],
    ['!=', (places) => query(places, where('zip', '!=', 1)), ['d', 'b']],
    ['in', (places) => query(places, where('n', 'in', [5, 1])), ['a', 'e']],
    ['not-in', (places) => query(places, where('n', 'not-in', [1, 2, 3])), ['d', 'e']],
    ['array-contains', (places) => query(places, where('tags', 'array-contains', 'x')), ['a', 'b']],
    ['array-contains-any', (places) => query(places, where('tags', 'array-contains-any', ['y', 'z'])), ['b']],
    ['== null', (places) => query(places, where('zip', '==', null)), ['c']],
    ['== NaN', (places) => query(places, where('zip', '==', NaN)), ['d']],
    ['order and limit', (places) => query(places, orderBy('n', 'desc'), limit(2)), ['e', 'd']],
    ['order and limitToLast', (places) => query(places, orderBy('n'), limitToLast(2)), ['d', 'e']],
    ['cursors', (places) => query(places, orderBy('n'), startAt(2), endBefore(4)), ['b', 'c']],
    ['exclusive cursors', (places) => query(places, orderBy('n'), startAfter(2), endAt(4)), ['c', 'd']],
    ['or', (places) => query(places, or(where('n', '==', 1), where('n', '>', 4))), ['a', 'e']],
    [
      'and within or',
      (places) => query(places, or(and(where('n', '>', 1), where('n', '<', 3)), where('n', '==', 5))),
      ['b', 'e'],
    ],
    ['document id', (places) => query(places, where(documentId(), 'in', ['b', 'd'])), ['b', 'd']],
    ['document id range', (places) => query(places, where(documentId(), '>', 'c')), ['d', 'e']],
  ];
  test.each(queries)('by %s', async (_name, make, expected) => {
    expect(await findIds(make(await cities()))).toEqual(expected);
  });

  test('of a collection group', async () => {
    const client = createClient();
    const group = randomId();
    await setDoc(doc(client, `${randomId()}/x/${group}/deep`), { n: 1 });
    await setDoc(doc(client, `${group}/top`), { n: 2 });
    expect((await findIds(collectionGroup(client, group))).toSorted()).toEqual(['deep', 'top']);
  });

  test('are counted and summed on the server', async () => {
    const places = await cities();
    expect((await getCountFromServer(query(places, where('n', '>', 2)))).data().count).toBe(3);
    const result = await getAggregateFromServer(places, { total: sum('n'), mean: average('n'), all: count() });
    expect(result.data()).toEqual({ total: 15, mean: 3, all: 5 });
    expect(aggregateFieldEqual(sum('n'), sum('n'))).toBe(true);
  });
});

describe('listeners of the client', () => {
  test('follow a document that the server SDK writes', async () => {
    const document = clientDocument();
    const events = watchDocument(document);
    expect((await events.next()).exists()).toBe(false);
    await admin.doc(document.path).set({ n: 1 });
    expect((await events.next()).data()).toEqual({ n: 1 });
    await admin.doc(document.path).update({ n: 2 });
    expect((await events.next()).data()).toEqual({ n: 2 });
    await admin.doc(document.path).delete();
    expect((await events.next()).exists()).toBe(false);
  });

  test('show a local write before the server has it, and settle', async () => {
    const places = clientCollection();
    const events = watchQuery(places, true);
    await events.nextWhere(isSettled);
    const written = setDoc(doc(places, 'a'), { n: 1 });
    const pending = await events.nextWhere((snapshot) => snapshot.size === 1);
    expect(pending.metadata.hasPendingWrites).toBe(true);
    await written;
    expect((await events.nextWhere(isSettled)).docs[0]?.data()).toEqual({ n: 1 });
  });

  test('tell of added, modified and removed documents', async () => {
    const places = await seedClient({ a: { n: 1 } });
    const events = watchQuery(query(places, orderBy('n')));
    const changes = (snapshot: QuerySnapshot) =>
      snapshot.docChanges().map((change) => `${change.type} ${change.doc.id}`);
    expect(changes(await events.next())).toEqual(['added a']);
    await admin.doc(`${places.path}/b`).set({ n: 2 });
    expect(changes(await events.next())).toEqual(['added b']);
    await admin.doc(`${places.path}/b`).set({ n: 0 });
    expect(changes(await events.next())).toEqual(['modified b']);
    await admin.doc(`${places.path}/a`).delete();
    expect(changes(await events.next())).toEqual(['removed a']);
  });

  test('with a limit fill up again when a document goes', async () => {
    const places = await seedClient({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 } });
    const events = watchQuery(query(places, orderBy('n'), limit(2)));
    expect(listIds(await events.next())).toEqual(['a', 'b']);
    await admin.doc(`${places.path}/a`).delete();
    expect(listIds(await events.nextWhere((snapshot) => listIds(snapshot).includes('c')))).toEqual(['b', 'c']);
  });

  test('with limitToLast move on', async () => {
    const places = await seedClient({ a: { n: 1 }, b: { n: 2 } });
    const events = watchQuery(query(places, orderBy('n'), limitToLast(1)));
    expect(listIds(await events.next())).toEqual(['b']);
    await admin.doc(`${places.path}/c`).set({ n: 3 });
    expect(listIds(await events.nextWhere((snapshot) => listIds(snapshot).includes('c')))).toEqual(['c']);
  });

  test('catch up after the network was off: changes, additions and deletions', async () => {
    const places = await seedClient({ kept: { n: 1 }, changed: { n: 1 }, deleted: { n: 1 } });
    const client = places.firestore;
    const events = watchQuery(places);
    await events.nextWhere(isSettled);
    await disableNetwork(client);
    await admin.doc(`${places.path}/changed`).set({ n: 2 });
    await admin.doc(`${places.path}/added`).set({ n: 3 });
    await admin.doc(`${places.path}/deleted`).delete();
    await enableNetwork(client);
    const caughtUp = await events.nextWhere(
      (snapshot) => listIds(snapshot).includes('added') && !listIds(snapshot).includes('deleted'),
    );
    expect(Object.fromEntries(caughtUp.docs.map((document) => [document.id, document.get('n')]))).toEqual({
      kept: 1,
      changed: 2,
      added: 3,
    });
  });

  test('send the writes that were made while the network was off', async () => {
    const document = clientDocument();
    const client = document.firestore;
    await setDoc(document, { n: 0 });
    await disableNetwork(client);
    const written = [setDoc(document, { n: 1 }), updateDoc(document, { n: increment(1) })];
    await enableNetwork(client);
    await waitForPendingWrites(client);
    await Promise.all(written);
    expect((await admin.doc(document.path).get()).data()).toEqual({ n: 2 });
  });

  test('of two queries over one document agree', async () => {
    const places = await seedClient({ a: { n: 1, on: true } });
    const byNumber = watchQuery(query(places, where('n', '==', 1)));
    const byFlag = watchQuery(query(places, where('on', '==', true)));
    expect(listIds(await byNumber.next())).toEqual(['a']);
    expect(listIds(await byFlag.next())).toEqual(['a']);
    await admin.doc(`${places.path}/a`).set({ n: 2, on: true });
    expect((await byNumber.next()).empty).toBe(true);
    expect((await byFlag.next()).docs[0]?.data()).toEqual({ n: 2, on: true });
  });

  test('are told when all of them are in step', async () => {
    const places = await seedClient({ a: { n: 1 } });
    const inStep = collectEvents<true>((onEvent) => onSnapshotsInSync(places.firestore, () => onEvent(true)));
    const events = watchQuery(places);
    await events.nextWhere(isSettled);
    expect(await inStep.next()).toBe(true);
  });

  test('leave no write of a rejected batch behind', async () => {
    const places = await seedClient({ a: { n: 1 } });
    const events = watchQuery(places, true);
    await events.nextWhere(isSettled);
    const batch = writeBatch(places.firestore);
    batch.set(doc(places, 'ghost'), { n: 1 });
    batch.update(doc(places, 'missing'), { n: 1 });
    expect(await catchFailure(batch.commit())).toMatchObject({ code: 'not-found' });
    const last = await events.nextWhere((snapshot) => isSettled(snapshot) && snapshot.size === 1);
    expect(listIds(last)).toEqual(['a']);
  });
});
