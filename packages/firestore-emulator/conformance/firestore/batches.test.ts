import { FieldValue, Timestamp } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import {
  admin,
  code,
  createDocument,
  expectFailure,
  randomCollection,
  randomDocument,
  readData,
} from '../harness.ts';

describe('write batches', () => {
  test('commit all their writes at the same time', async () => {
    const collection = randomCollection();
    const batch = admin.batch();
    batch.create(collection.doc('a'), { v: 1 });
    batch.set(collection.doc('b'), { v: 2 });
    const results = await batch.commit();
    const [a, b] = await admin.getAll(collection.doc('a'), collection.doc('b'));
    expect(results[0]?.writeTime.isEqual(results[1]?.writeTime ?? Timestamp.now())).toBe(true);
    expect(a?.updateTime?.isEqual(b?.updateTime ?? Timestamp.now())).toBe(true);
  });

  test('write nothing when one write fails', async () => {
    const collection = randomCollection();
    const batch = admin.batch();
    batch.set(collection.doc('a'), { v: 1 });
    batch.update(collection.doc('missing'), { v: 1 });
    batch.set(collection.doc('b'), { v: 1 });
    await expectFailure(batch.commit(), code.NOT_FOUND);
    expect((await collection.get()).empty).toBe(true);
  });

  test('apply several writes to one document in order', async () => {
    const document = randomDocument();
    const batch = admin.batch();
    batch.create(document, { a: 1, b: 1 });
    batch.update(document, { a: 2 });
    batch.update(document, { c: 3, b: FieldValue.delete() });
    await batch.commit();
    expect(await readData(document)).toEqual({ a: 2, c: 3 });
  });

  test('can delete and create a document again', async () => {
    const { document } = await createDocument({ old: true });
    const batch = admin.batch();
    batch.delete(document);
    batch.create(document, { fresh: true });
    await batch.commit();
    const snapshot = await document.get();
    expect(snapshot.data()).toEqual({ fresh: true });
    expect(snapshot.createTime?.isEqual(snapshot.updateTime ?? Timestamp.now())).toBe(true);
  });

  test('can create and delete a document', async () => {
    const document = randomDocument();
    const batch = admin.batch();
    batch.create(document, { a: 1 });
    batch.delete(document);
    await batch.commit();
    expect((await document.get()).exists).toBe(false);
  });

  test('refuse an update that follows a delete', async () => {
    const { document } = await createDocument({ a: 1 });
    const batch = admin.batch();
    batch.delete(document);
    batch.update(document, { a: 2 });
    await expectFailure(batch.commit(), code.INVALID_ARGUMENT, /delete then update/);
    expect(await readData(document)).toEqual({ a: 1 });
  });

  test('refuse to create one document twice', async () => {
    const document = randomDocument();
    const batch = admin.batch();
    batch.create(document, { a: 1 });
    batch.create(document, { a: 2 });
    await expectFailure(batch.commit(), code.INVALID_ARGUMENT, /insert then insert/);
    expect((await document.get()).exists).toBe(false);
  });

  test('succeed without writes', async () => {
    expect(await admin.batch().commit()).toEqual([]);
  });

  test('accept 500 documents', async () => {
    const collection = randomCollection();
    const batch = admin.batch();
    for (let index = 0; index < 500; index += 1) batch.set(collection.doc(String(index)), { index });
    const results = await batch.commit();
    expect(results).toHaveLength(500);
    expect((await collection.count().get()).data().count).toBe(500);
  });

  test('accept more than 500 documents', async () => {
    const collection = randomCollection();
    const batch = admin.batch();
    for (let index = 0; index < 501; index += 1) batch.set(collection.doc(String(index)), { index });
    await batch.commit();
    expect((await collection.count().get()).data().count).toBe(501);
  });

  test('use one server time for all fields of all documents', async () => {
    const collection = randomCollection();
    const batch = admin.batch();
    batch.set(collection.doc('a'), {
      at: FieldValue.serverTimestamp(),
      map: { at: FieldValue.serverTimestamp() },
    });
    batch.set(collection.doc('b'), { at: FieldValue.serverTimestamp() });
    await batch.commit();
    const [a, b] = await admin.getAll(collection.doc('a'), collection.doc('b'));
    expect(a?.get('at')).toEqual(a?.get('map.at'));
    expect(a?.get('at')).toEqual(b?.get('at'));
  });

  test('check the precondition of each write', async () => {
    const { document, writeTime } = await createDocument({ a: 1 });
    await document.set({ a: 2 });
    const other = randomDocument();
    const batch = admin.batch();
    batch.set(other, { a: 1 });
    batch.update(document, { a: 3 }, { lastUpdateTime: writeTime });
    await expectFailure(batch.commit(), code.FAILED_PRECONDITION);
    expect((await other.get()).exists).toBe(false);
  });
});

describe('update times', () => {
  test('increase with every write', async () => {
    const document = randomDocument();
    let before = 0n;
    for (let index = 0; index < 30; index += 1) {
      const { writeTime } = await document.set({ index });
      const time = BigInt(writeTime.seconds) * 1_000_000_000n + BigInt(writeTime.nanoseconds);
      expect(time > before).toBe(true);
      before = time;
    }
  });

  test('are whole microseconds', async () => {
    const { writeTime } = await randomDocument().set({});
    expect(writeTime.nanoseconds % 1000).toBe(0);
  });

  test('do not change if a write changes nothing', async () => {
    const { document, writeTime } = await createDocument({ a: 1 });
    await document.set({ a: 1 });
    const snapshot = await document.get();
    expect(snapshot.updateTime?.isEqual(writeTime)).toBe(true);
  });
});
