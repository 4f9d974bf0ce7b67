/** Transaction cases of Google's own client tests that the other files do not cover. */
import {
  doc,
  getDoc,
  runTransaction,
  setDoc,
  type DocumentReference,
  type Transaction,
} from 'firebase/firestore';
import { describe, expect, test } from 'vitest';
import { clientCollection, clientDocument } from '../client-sdk.ts';
import { admin, randomDocument } from '../harness.ts';

describe('transactions of the client', () => {
  const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error);
  const steps: Record<string, (transaction: Transaction, document: DocumentReference) => unknown> = {
    get: (transaction, document) => transaction.get(document),
    delete: (transaction, document) => transaction.delete(document),
    set: (transaction, document) => transaction.set(document, { n: 1 }),
    update: (transaction, document) => transaction.update(document, { n: 2 }),
  };
  /** The result, or the error code. */
  async function run(document: DocumentReference, sequence: string): Promise<unknown> {
    try {
      await runTransaction(document.firestore, async (transaction) => {
        for (const step of sequence.split(', ')) await steps[step]?.(transaction, document);
      });
      return (await getDoc(document)).get('n');
    } catch (error) {
      return codeOf(error);
    }
  }

  test.each([
    ['get, delete, delete', undefined, undefined],
    ['get, delete, update', 'invalid-argument', 'invalid-argument'],
    ['get, delete, set', 1, 1],
    ['get, update, delete', undefined, 'invalid-argument'],
    ['get, update, set', 1, 'invalid-argument'],
    ['get, set, update', 2, 2],
    ['get, set, delete', undefined, undefined],
    ['delete, update', 'invalid-argument', 'invalid-argument'],
    ['delete, set', 1, 1],
    ['update, delete', undefined, 'not-found'],
    ['update, set', 1, 'not-found'],
    ['set, update', 2, 2],
  ])('that %s a document', async (sequence, whenThere, whenMissing) => {
    const places = clientCollection();
    await setDoc(doc(places, 'there'), { n: 0 });
    expect(await run(doc(places, 'there'), sequence)).toBe(whenThere);
    expect(await run(doc(places, 'missing'), sequence)).toBe(whenMissing);
  });

  test('are retried when a document that they only read changes', async () => {
    const document = clientDocument();
    const total = doc(document.parent, 'total');
    await setDoc(document, { n: 1 });
    let attempts = 0;
    await runTransaction(document.firestore, async (transaction) => {
      attempts += 1;
      const read = await transaction.get(document);
      if (attempts === 1) await admin.doc(document.path).set({ n: 2 });
      transaction.set(total, { n: read.get('n') });
    });
    expect(attempts).toBe(2);
    expect((await getDoc(total)).get('n')).toBe(2);
  });

  test('are retried when a document that they only read is created', async () => {
    const document = clientDocument();
    let attempts = 0;
    await runTransaction(document.firestore, async (transaction) => {
      attempts += 1;
      const read = await transaction.get(document);
      if (attempts === 1) await admin.doc(document.path).set({ n: 2 });
      transaction.set(doc(document.parent, 'total'), { found: read.exists() });
    });
    expect(attempts).toBe(2);
    expect((await getDoc(doc(document.parent, 'total'))).get('found')).toBe(true);
  });

  test('succeed if they only read or do nothing', async () => {
    const document = clientDocument();
    await setDoc(document, { n: 1 });
    const { firestore } = document;
    const read = await runTransaction(firestore, (transaction) => transaction.get(document));
    expect(read.data()).toEqual({ n: 1 });
    expect(await runTransaction(firestore, async () => 'nothing')).toBe('nothing');
  });
});

test('retry exactly one of two transactions on one document', async () => {
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
  expect((await document.get()).data()).toEqual({ first: true, second: true });
});
