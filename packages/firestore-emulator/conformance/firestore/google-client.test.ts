/** Cases of Google's own client tests that the other files do not cover. */
import { FieldValue } from '@google-cloud/firestore';
import { describe, expect, test } from 'vitest';
import { admin, randomCollection, randomDocument, readData, watchDocument } from '../harness.ts';

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
});

describe('large amounts', () => {
  test('a batch of 500 writes, each with two transforms, of 250 documents', async () => {
    const places = randomCollection();
    const batch = admin.batch();
    for (let n = 0; n < 500; n++) {
      const transforms = { at: FieldValue.serverTimestamp(), n: FieldValue.increment(1) };
      batch.set(places.doc(`d${n % 250}`), transforms, { merge: true });
    }
    await batch.commit();
    const written = await places.where('n', '==', 2).get();
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
    expect((await places.count().get()).data().count).toBe(0);
    expect((await places.doc('d0').collection('below').get()).size).toBe(0);
  });
});

test('a transaction is retried when another one has written what it read', async () => {
  const document = randomDocument();
  let attempts = 0;
  let readers = 0;
  const bothHaveRead = Promise.withResolvers<void>();
  const write = (field: string) =>
    admin.runTransaction(async (transaction) => {
      attempts += 1;
      await transaction.get(document);
      readers += 1;
      if (readers === 2) bothHaveRead.resolve();
      await bothHaveRead.promise;
      transaction.set(document, { [field]: true }, { merge: true });
    });
  await Promise.all([write('first'), write('second')]);
  expect(attempts).toBe(3);
  expect(await readData(document)).toEqual({ first: true, second: true });
});
