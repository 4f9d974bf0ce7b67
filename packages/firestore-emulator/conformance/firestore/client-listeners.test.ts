import {
  disableNetwork,
  doc,
  enableNetwork,
  increment,
  limit,
  limitToLast,
  onSnapshotsInSync,
  orderBy,
  query,
  setDoc,
  updateDoc,
  waitForPendingWrites,
  where,
  writeBatch,
  type QuerySnapshot,
} from 'firebase/firestore';
import { describe, expect, test } from 'vitest';
import {
  clientCollection,
  clientDocument,
  findIds,
  isSynced,
  seedForClient,
  watchDocument,
  watchQuery,
} from '../client-sdk.ts';
import { admin, catchFailure, collectEvents, listIds } from '../harness.ts';
import { mixedIds, mixedValues } from './mixed-values.ts';

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

  test('show a local write before and after the server confirms it', async () => {
    const places = clientCollection();
    const events = watchQuery(places, true);
    await events.nextWhere(isSynced);
    const written = setDoc(doc(places, 'a'), { n: 1 });
    const pending = await events.nextWhere((snapshot) => snapshot.size === 1);
    expect(pending.metadata.hasPendingWrites).toBe(true);
    await written;
    expect((await events.nextWhere(isSynced)).docs[0]?.data()).toEqual({ n: 1 });
  });

  test('report added, modified and removed documents', async () => {
    const places = await seedForClient({ a: { n: 1 } });
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

  test('with a limit add the next document when one is removed', async () => {
    const places = await seedForClient({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 } });
    const events = watchQuery(query(places, orderBy('n'), limit(2)));
    expect(listIds(await events.next())).toEqual(['a', 'b']);
    await admin.doc(`${places.path}/a`).delete();
    expect(listIds(await events.nextWhere((snapshot) => listIds(snapshot).includes('c')))).toEqual([
      'b',
      'c',
    ]);
  });

  test('with limitToLast follow new documents', async () => {
    const places = await seedForClient({ a: { n: 1 }, b: { n: 2 } });
    const events = watchQuery(query(places, orderBy('n'), limitToLast(1)));
    expect(listIds(await events.next())).toEqual(['b']);
    await admin.doc(`${places.path}/c`).set({ n: 3 });
    expect(listIds(await events.nextWhere((snapshot) => listIds(snapshot).includes('c')))).toEqual(['c']);
  });

  test('catch up with changes, additions and deletions after going offline', async () => {
    const places = await seedForClient({ kept: { n: 1 }, changed: { n: 1 }, deleted: { n: 1 } });
    const client = places.firestore;
    const events = watchQuery(places);
    await events.nextWhere(isSynced);
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

  test('send the writes that were made offline', async () => {
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
    const places = await seedForClient({ a: { n: 1, on: true } });
    const byNumber = watchQuery(query(places, where('n', '==', 1)));
    const byFlag = watchQuery(query(places, where('on', '==', true)));
    expect(listIds(await byNumber.next())).toEqual(['a']);
    expect(listIds(await byFlag.next())).toEqual(['a']);
    await admin.doc(`${places.path}/a`).set({ n: 2, on: true });
    expect((await byNumber.next()).empty).toBe(true);
    expect((await byFlag.next()).docs[0]?.data()).toEqual({ n: 2, on: true });
  });

  test('report when all of them are in sync', async () => {
    const places = await seedForClient({ a: { n: 1 } });
    const inStep = collectEvents<true>((onEvent) => onSnapshotsInSync(places.firestore, () => onEvent(true)));
    const events = watchQuery(places);
    await events.nextWhere(isSynced);
    expect(await inStep.next()).toBe(true);
  });

  test('drop all writes of a rejected batch', async () => {
    const places = await seedForClient({ a: { n: 1 } });
    const events = watchQuery(places, true);
    await events.nextWhere(isSynced);
    const batch = writeBatch(places.firestore);
    batch.set(doc(places, 'ghost'), { n: 1 });
    batch.update(doc(places, 'missing'), { n: 1 });
    expect(await catchFailure(batch.commit())).toMatchObject({ code: 'not-found' });
    const last = await events.nextWhere((snapshot) => isSynced(snapshot) && snapshot.size === 1);
    expect(listIds(last)).toEqual(['a']);
  });

  test('sort every type of value as the server does', async () => {
    const values = Object.entries(mixedValues).map(([id, v]) => [id, { v }]);
    const places = await seedForClient(Object.fromEntries(values));
    expect(listIds(await watchQuery(query(places, orderBy('v'))).next())).toEqual(Object.keys(mixedValues));
  });

  test('sort documents by id as the server does', async () => {
    const places = await seedForClient(Object.fromEntries(mixedIds.map((id) => [id, {}])));
    expect(listIds(await watchQuery(places).next())).toEqual(mixedIds);
    expect(await findIds(places)).toEqual(mixedIds);
  });
});
