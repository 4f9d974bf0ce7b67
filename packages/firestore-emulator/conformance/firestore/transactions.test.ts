import { FieldValue, Timestamp } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import { admin, code, expectFailure, randomCollection, randomDocument, readData, seed } from '../harness.ts';

describe('transactions of the client', () => {
  test('read a document and write it', async () => {
    const document = randomDocument();
    await document.set({ n: 1 });
    const before = await admin.runTransaction(async (transaction) => {
      const snapshot = await transaction.get(document);
      transaction.update(document, { n: snapshot.get('n') + 1 });
      return snapshot.get('n');
    });
    expect(before).toBe(1);
    expect(await readData(document)).toEqual({ n: 2 });
  });

  test('read several documents at once, with a mask', async () => {
    const collection = await seed({ a: { x: 1, y: 1 }, b: { x: 2, y: 2 } });
    const data = await admin.runTransaction(async (transaction) => {
      const snapshots = await transaction.getAll(collection.doc('a'), collection.doc('b'), {
        fieldMask: ['x'],
      });
      return snapshots.map((snapshot) => snapshot.data());
    });
    expect(data).toEqual([{ x: 1 }, { x: 2 }]);
  });

  test('read by a query', async () => {
    const collection = await seed({ a: { n: 1 }, b: { n: 2 }, c: { n: 3 } });
    const ids = await admin.runTransaction(async (transaction) => {
      const snapshot = await transaction.get(collection.where('n', '>=', 2));
      for (const document of snapshot.docs) transaction.update(document.ref, { seen: true });
      return snapshot.docs.map((document) => document.id);
    });
    expect(ids).toEqual(['b', 'c']);
    expect(await readData(collection.doc('c'))).toEqual({ n: 3, seen: true });
  });

  test('read an aggregation', async () => {
    const collection = await seed({ a: { n: 1 }, b: { n: 2 } });
    const count = await admin.runTransaction(
      async (transaction) => (await transaction.get(collection.count())).data().count,
    );
    expect(count).toBe(2);
  });

  test('create, set, merge, update and delete together', async () => {
    const collection = await seed({ merged: { a: 1 }, updated: { a: 1 }, deleted: { a: 1 } });
    await admin.runTransaction(async (transaction) => {
      transaction.create(collection.doc('created'), { a: 1 });
      transaction.set(collection.doc('merged'), { b: 2 }, { merge: true });
      transaction.update(collection.doc('updated'), { a: 2 });
      transaction.delete(collection.doc('deleted'));
    });
    const snapshot = await collection.get();
    expect(Object.fromEntries(snapshot.docs.map((document) => [document.id, document.data()]))).toEqual({
      created: { a: 1 },
      merged: { a: 1, b: 2 },
      updated: { a: 2 },
    });
  });

  test('write nothing when their function throws', async () => {
    const document = randomDocument();
    await expect(
      admin.runTransaction(async (transaction) => {
        await transaction.get(document);
        transaction.set(document, { n: 1 });
        throw new Error('abandoned');
      }),
    ).rejects.toThrow('abandoned');
    expect((await document.get()).exists).toBe(false);
  });

  test('fail as a whole when one write fails', async () => {
    const collection = randomCollection();
    const attempt = admin.runTransaction(async (transaction) => {
      transaction.set(collection.doc('a'), { n: 1 });
      transaction.update(collection.doc('missing'), { n: 1 });
    });
    await expectFailure(attempt, code.NOT_FOUND);
    expect((await collection.get()).empty).toBe(true);
  });

  test('fail to create a document that exists', async () => {
    const document = randomDocument();
    await document.set({});
    const attempt = admin.runTransaction(async (transaction) => {
      transaction.create(document, { n: 1 });
    });
    await expectFailure(attempt, code.ALREADY_EXISTS);
  });

  test('return server timestamps', async () => {
    const document = randomDocument();
    await admin.runTransaction(async (transaction) => {
      transaction.set(document, { at: FieldValue.serverTimestamp() });
    });
    expect(await readData(document)).toEqual({ at: expect.any(Timestamp) });
  });

  test('that increment one counter side by side lose no increment', async () => {
    const document = randomDocument();
    await document.set({ n: 0 });
    await Promise.all(
      Array.from({ length: 5 }, () =>
        admin.runTransaction(
          async (transaction) => {
            const snapshot = await transaction.get(document);
            transaction.update(document, { n: snapshot.get('n') + 1 });
          },
          { maxAttempts: 20 },
        ),
      ),
    );
    expect(await readData(document)).toEqual({ n: 5 });
  });

  test('keep a transfer between two documents whole', async () => {
    const collection = await seed({ a: { n: 100 }, b: { n: 0 } });
    const transfer = () =>
      admin.runTransaction(
        async (transaction) => {
          const [from, to] = await transaction.getAll(collection.doc('a'), collection.doc('b'));
          transaction.update(collection.doc('a'), { n: (from?.get('n') ?? 0) - 10 });
          transaction.update(collection.doc('b'), { n: (to?.get('n') ?? 0) + 10 });
        },
        { maxAttempts: 20 },
      );
    await Promise.all([transfer(), transfer(), transfer()]);
    expect(await readData(collection.doc('a'))).toEqual({ n: 70 });
    expect(await readData(collection.doc('b'))).toEqual({ n: 30 });
  });
});
