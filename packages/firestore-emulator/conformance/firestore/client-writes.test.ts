import {
  addDoc,
  arrayRemove,
  arrayUnion,
  Bytes,
  deleteDoc,
  deleteField,
  doc,
  FieldPath,
  GeoPoint,
  getDoc,
  increment,
  runTransaction,
  serverTimestamp,
  setDoc,
  Timestamp,
  updateDoc,
  vector,
  writeBatch,
} from 'firebase/firestore';
import { describe, expect, test } from 'vitest';
import {
  clientCollection,
  clientDocument,
  createClient,
  findIds,
  isSynced,
  watchDocument,
} from '../client-sdk.ts';
import { admin, catchFailure } from '../harness.ts';

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

  test('keep unusual field names and update them by path', async () => {
    const document = clientDocument();
    await setDoc(document, { 'a.b': { 'c`d': 1 } });
    await updateDoc(document, new FieldPath('a.b', 'c`d'), 2);
    expect((await getDoc(document)).data()).toEqual({ 'a.b': { 'c`d': 2 } });
  });

  test('are added under new ids', async () => {
    const added = await addDoc(clientCollection(), { a: 1 });
    expect((await getDoc(added)).data()).toEqual({ a: 1 });
  });

  test('are written in order', async () => {
    const document = clientDocument();
    const writes = Array.from({ length: 30 }, (_, n) => setDoc(document, { n }));
    await Promise.all(writes);
    expect((await getDoc(document)).data()).toEqual({ n: 29 });
  });
});

describe('transforms of the client', () => {
  test('server timestamps are pending first, then resolved', async () => {
    const document = clientDocument();
    const events = watchDocument(document, true);
    await events.nextWhere(isSynced);
    await setDoc(document, { at: serverTimestamp() });
    const pending = await events.nextWhere((snapshot) => snapshot.exists());
    expect(pending.get('at')).toBeNull();
    expect(pending.get('at', { serverTimestamps: 'estimate' })).toBeInstanceOf(Timestamp);
    const synced = await events.nextWhere((snapshot) => isSynced(snapshot) && snapshot.exists());
    expect(synced.get('at')).toBeInstanceOf(Timestamp);
  });

  test('increments are visible immediately and match the server', async () => {
    const document = clientDocument();
    await setDoc(document, { n: 1 });
    const events = watchDocument(document, true);
    await events.nextWhere(isSynced);
    await updateDoc(document, { n: increment(2) });
    expect((await events.nextWhere((snapshot) => snapshot.get('n') === 3)).get('n')).toBe(3);
    expect((await events.nextWhere(isSynced)).get('n')).toBe(3);
  });

  test('array elements are added and removed', async () => {
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

  test('a transaction is retried when a document that it read changes', async () => {
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

  test('a transaction is retried when a document that was missing is created', async () => {
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
