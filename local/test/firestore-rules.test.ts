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
  deleteDoc,
  doc,
  getDoc,
  getDocs,
  setDoc,
  updateDoc,
} from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmulator, type RunningServer } from '@portal/firestore-emulator/testing/start-emulator';

const rules = readFileSync(join(import.meta.dirname, '../../firestore.rules'), 'utf8');

const PEOPLE = [
  ['a visitor', undefined],
  ['a signed-in person', 'artist'],
  ['an admin', 'admin'],
] as const;

describe('firestore.rules', () => {
  let server: RunningServer;
  let environment: RulesTestEnvironment;
  beforeAll(async () => {
    server = await startEmulator();
    const { host, port } = server;
    environment = await initializeTestEnvironment({
      projectId: 'demo-rules',
      firestore: { host, port, rules },
    });
    await environment.withSecurityRulesDisabled(async (context) => {
      await setDoc(doc(context.firestore(), 'users/artist'), { role: 'user' });
      await setDoc(doc(context.firestore(), 'batches/one/items/first'), { owner: 'artist' });
    });
  });
  afterAll(async () => {
    await environment.cleanup();
    await server.stop();
  });

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
    await assertFails(setDoc(doc(firestore, 'pipelines/one'), { owner: 'artist' }));
    await assertFails(setDoc(doc(firestore, 'recipes/one'), {}));
    await assertFails(getDocs(collection(firestore, 'users')));
    await assertFails(getDocs(collectionGroup(firestore, 'items')));
    await assertFails(setDoc(doc(firestore, 'users/artist'), { role: 'admin' }));
    await assertFails(updateDoc(doc(firestore, 'users/artist'), { role: 'admin' }));
    await assertFails(deleteDoc(doc(firestore, 'users/artist')));
    await assertFails(setDoc(doc(firestore, 'anything/new'), {}));
  });

  test('leaves existing documents unchanged', async () => {
    await environment.withSecurityRulesDisabled(async (context) => {
      const user = await getDoc(doc(context.firestore(), 'users/artist'));
      expect(user.data()).toEqual({ role: 'user' });
    });
  });
});
