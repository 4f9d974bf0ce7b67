/** The Firebase web SDK as an admin client of the server under test. */
import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  doc,
  getDocs,
  initializeFirestore,
  onSnapshot,
  setLogLevel,
  terminate,
  type CollectionReference,
  type DocumentData,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  type FirestoreSettings,
  type Query,
  type QuerySnapshot,
} from 'firebase/firestore';
import { onTestFinished } from 'vitest';
import { collectEvents, host, listIds, port, projectId, randomId, seed, type Events } from './harness.ts';

// Cases provoke errors on purpose.
setLogLevel('silent');

export function createClient(settings: FirestoreSettings = {}): Firestore {
  const app = initializeApp({ projectId, apiKey: 'none' }, randomUUID());
  const firestore = initializeFirestore(app, { ignoreUndefinedProperties: true, ...settings });
  // The client sends a string as the token.
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

/** Documents written by the server SDK, as a collection of the client. */
export async function seedForClient(documents: Record<string, DocumentData>): Promise<CollectionReference> {
  const seeded = await seed(documents);
  return collection(createClient(), seeded.id);
}

export async function findIds(found: Query): Promise<string[]> {
  return listIds(await getDocs(found));
}

export function watchQuery(watched: Query, includeMetadataChanges = false): Events<QuerySnapshot> {
  return collectEvents((onEvent, onError) =>
    onSnapshot(watched, { includeMetadataChanges }, onEvent, onError),
  );
}

export function watchDocument(
  watched: DocumentReference,
  includeMetadataChanges = false,
): Events<DocumentSnapshot> {
  return collectEvents((onEvent, onError) =>
    onSnapshot(watched, { includeMetadataChanges }, onEvent, onError),
  );
}

/** Whether the snapshot is from the server and no local writes are pending. */
export function isSynced({ metadata }: QuerySnapshot | DocumentSnapshot): boolean {
  return !metadata.fromCache && !metadata.hasPendingWrites;
}
