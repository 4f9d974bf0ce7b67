import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  assertFails,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import {
  collection,
  collectionGroup,
  doc,
  getDoc,
  getDocs,
  runTransaction,
  type Transaction,
} from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmulator, type RunningServer } from '@portal/firestore-emulator/testing/start-emulator';

const rules = readFileSync(join(import.meta.dirname, '../../firestore.rules'), 'utf8');

const OWNER = { authorization: 'Bearer owner' };
const PEOPLE = [
  ['a visitor', undefined],
  ['a signed-in person', 'artist'],
  ['an admin', 'admin'],
] as const;

describe('firestore.rules', () => {
  let server: RunningServer;
  let documents: string;
  let environment: RulesTestEnvironment;
  beforeAll(async () => {
    server = await startEmulator();
    const { host, port } = server;
    documents = `http://${server.address}/v1/projects/demo-rules/databases/(default)/documents`;
    environment = await initializeTestEnvironment({
      projectId: 'demo-rules',
      firestore: { host, port, rules },
    });
    await createDocument('users', 'artist', { role: { stringValue: 'user' } });
    await createDocument('batches/one/items', 'first', { owner: { stringValue: 'artist' } });
  });
  afterAll(async () => {
    await environment.cleanup();
    await server.stop();
  });

  const createDocument = async (collectionPath: string, id: string, fields: object) => {
    const url = `${documents}/${collectionPath}?documentId=${id}`;
    const { ok } = await fetch(url, { method: 'POST', headers: OWNER, body: JSON.stringify({ fields }) });
    expect(ok).toBe(true);
  };

  const firestoreOf = (uid: string | undefined) =>
    (uid === undefined
      ? environment.unauthenticatedContext()
      : environment.authenticatedContext(uid, { email: `${uid}@studio.example`, email_verified: true })
    ).firestore();

  test.each(PEOPLE)('%s cannot read or write anything, not even their own documents', async (_name, uid) => {
    const firestore = firestoreOf(uid);
    await assertFails(getDoc(doc(firestore, 'users/artist')));
    await assertFails(getDoc(doc(firestore, 'users/missing')));
    await assertFails(getDoc(doc(firestore, 'batches/one/items/first')));
    await assertFails(getDoc(doc(firestore, 'pipelines/one')));
    await assertFails(getDocs(collection(firestore, 'users')));
    await assertFails(getDocs(collectionGroup(firestore, 'items')));
    // Transactions send their writes in one call, and other writes over a stream, which the server does not have.
    const write = (change: (transaction: Transaction) => unknown) =>
      runTransaction(firestore, async (transaction) => void change(transaction));
    const user = doc(firestore, 'users/artist');
    await assertFails(runTransaction(firestore, (transaction) => transaction.get(user)));
    await assertFails(write((transaction) => transaction.set(user, { role: 'admin' })));
    await assertFails(write((transaction) => transaction.update(user, { role: 'admin' })));
    await assertFails(write((transaction) => transaction.delete(user)));
    await assertFails(
      write((transaction) => transaction.set(doc(firestore, 'pipelines/one'), { owner: uid ?? '' })),
    );
    await assertFails(write((transaction) => transaction.set(doc(firestore, 'anything/new'), {})));
  });

  test('leaves existing documents unchanged', async () => {
    const response = await fetch(`${documents}/users/artist`, { headers: OWNER });
    expect(await response.json()).toMatchObject({ fields: { role: { stringValue: 'user' } } });
  });
});
