/** The Firebase client, as a browser has it, on the server under test; it presents itself as the administrator. */
import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  doc,
  initializeFirestore,
  setLogLevel,
  terminate,
  type CollectionReference,
  type DocumentReference,
  type Firestore,
} from 'firebase/firestore';
import { onTestFinished } from 'vitest';
import { host, port, projectId, randomId } from './harness.ts';

// Refusals that a case asks for are no news.
setLogLevel('silent');

export function createClient(): Firestore {
  const app = initializeApp({ projectId, apiKey: 'none' }, randomUUID());
  const firestore = initializeFirestore(app, { ignoreUndefinedProperties: true });
  // The type knows only the claims of an unsigned token; the client passes a ready-made token through as it is.
  connectFirestoreEmulator(firestore, host, port, { mockUserToken: 'owner' });
  onTestFinished(async () => {
    await terminate(firestore);
    await deleteApp(app);
  });
  return firestore;
}

export function clientCollection(firestore = createClient()): CollectionReference {
  return collection(firestore, randomId());
}

export function clientDocument(firestore = createClient()): DocumentReference {
  return doc(clientCollection(firestore), 'doc');
}
