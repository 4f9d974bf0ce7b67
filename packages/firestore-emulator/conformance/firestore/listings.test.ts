import { describe, expect, test } from 'vitest';
import {
  admin,
  code,
  createAdmin,
  databaseName,
  documentsName,
  expectFailure,
  randomCollection,
  randomDocument,
  randomId,
  readData,
  readIds,
  seed,
} from '../harness.ts';
import { callOnce } from '../wire.ts';

describe('listing collections', () => {
  test('of the root returns every collection, sorted', async () => {
    const firestore = createAdmin();
    for (const path of ['b/1', 'a/1', 'c/1/d/1', 'b/2']) await firestore.doc(path).set({});
    expect((await firestore.listCollections()).map((collection) => collection.id)).toEqual(['a', 'b', 'c']);
  });

  test('of an empty project returns nothing', async () => {
    expect(await createAdmin().listCollections()).toEqual([]);
  });

  test('of a document returns its own collections only', async () => {
    const document = randomDocument();
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    await Promise.all(ids.map((id) => document.collection(id).doc('x').set({})));
    await document.collection('a').doc('x').collection('deeper').doc('y').set({});
    expect((await document.listCollections()).map((collection) => collection.id)).toEqual(ids);
  });

  test('returns a collection that has only missing documents', async () => {
    const document = randomDocument();
    await document.collection('inner').doc('ghost').collection('deep').doc('x').set({});
    expect((await document.listCollections()).map((collection) => collection.id)).toEqual(['inner']);
  });

  test('omits a collection after its last document is deleted', async () => {
    const document = randomDocument();
    await document.collection('inner').doc('x').set({});
    await document.collection('inner').doc('x').delete();
    expect(await document.listCollections()).toEqual([]);
  });
});

describe('recursive delete', () => {
  test('empties a collection and everything below it', async () => {
    const collection = await seed({ a: {}, b: {} });
    await collection.doc('a').collection('inner').doc('x').set({});
    await collection.doc('ghost').collection('inner').doc('y').set({});
    await admin.recursiveDelete(collection);
    expect(await readIds(collection)).toEqual([]);
    expect(await readIds(collection.doc('a').collection('inner'))).toEqual([]);
    expect(await readIds(collection.doc('ghost').collection('inner'))).toEqual([]);
  });

  test('of a document keeps its siblings', async () => {
    const collection = await seed({ a: {}, ab: {}, b: {} });
    await collection.doc('a').collection('inner').doc('x').set({});
    await collection.doc('ab').collection('inner').doc('y').set({});
    await admin.recursiveDelete(collection.doc('a'));
    expect(await readIds(collection)).toEqual(['ab', 'b']);
    expect(await readIds(collection.doc('ab').collection('inner'))).toEqual(['y']);
    expect(await readIds(collection.doc('a').collection('inner'))).toEqual([]);
  });

  test('of a collection keeps collections whose names share a prefix', async () => {
    const collection = await seed({ a: {} });
    const alike = await seed({ a: {} }, admin.collection(`${collection.id}0`));
    await admin.recursiveDelete(collection);
    expect(await readIds(collection)).toEqual([]);
    expect(await readIds(alike)).toEqual(['a']);
  });

  test('of 300 documents', async () => {
    const collection = await seed(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`d${n}`, {}])));
    await admin.recursiveDelete(collection);
    expect((await collection.count().get()).data().count).toBe(0);
  });
});

describe('bulk writer', () => {
  test('writes many documents', async () => {
    const collection = randomCollection();
    const writer = admin.bulkWriter();
    const results = Array.from({ length: 100 }, (_, n) => writer.set(collection.doc(`d${n}`), { n }));
    await writer.close();
    expect(await Promise.all(results)).toHaveLength(100);
    expect((await collection.count().get()).data().count).toBe(100);
  });

  test('creates, sets, updates and deletes', async () => {
    const collection = await seed({ update: { a: 1 }, remove: {} });
    const writer = admin.bulkWriter();
    const writes = [
      writer.create(collection.doc('create'), { a: 1 }),
      writer.set(collection.doc('set'), { a: 2 }),
      writer.update(collection.doc('update'), { a: 3 }),
      writer.delete(collection.doc('remove')),
    ];
    await writer.close();
    await Promise.all(writes);
    expect(await readIds(collection)).toEqual(['create', 'set', 'update']);
    expect(await readData(collection.doc('update'))).toEqual({ a: 3 });
  });

  test('one write can fail without the others', async () => {
    const collection = await seed({ taken: { a: 1 } });
    const writer = admin.bulkWriter();
    writer.onWriteError(() => false);
    const good = writer.set(collection.doc('good'), { a: 1 });
    const bad = writer.create(collection.doc('taken'), { a: 2 });
    const outcomes = Promise.allSettled([good, bad]);
    await writer.close();
    const [goodOutcome, badOutcome] = await outcomes;
    expect(goodOutcome.status).toBe('fulfilled');
    expect(badOutcome).toMatchObject({ status: 'rejected', reason: { code: code.ALREADY_EXISTS } });
    expect(await readData(collection.doc('taken'))).toEqual({ a: 1 });
  });
});

describe('batch write on the wire', () => {
  interface BatchWriteAnswer {
    writeResults: { updateTime?: object }[];
    status: { code?: number; message?: string }[];
  }

  test('returns a status for each write', async () => {
    const collection = randomId();
    const name = (id: string) => `${documentsName}/${collection}/${id}`;
    const answer = await callOnce<BatchWriteAnswer>('BatchWrite', {
      database: databaseName,
      writes: [
        { update: { name: name('a') } },
        { update: { name: name('b') }, currentDocument: { exists: true } },
        { delete: name('c') },
      ],
    });
    expect(answer.status.map((status) => status.code ?? 0)).toEqual([0, code.NOT_FOUND, 0]);
    expect(answer.writeResults).toHaveLength(3);
    expect(answer.writeResults[0]?.updateTime).toBeDefined();
  });

  test('refuses two writes to one document', async () => {
    const name = `${documentsName}/${randomId()}/a`;
    const writes = [{ update: { name } }, { update: { name } }];
    await expectFailure(callOnce('BatchWrite', { database: databaseName, writes }), code.INVALID_ARGUMENT);
  });
});
