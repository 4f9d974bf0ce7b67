/** Helpers for all cases: clients of the server under test, unique places to write to, and assertions. */
import { randomUUID } from 'node:crypto';
import {
  Firestore,
  type CollectionReference,
  type DocumentData,
  type DocumentReference,
  type DocumentSnapshot,
  type Query,
  type Settings,
} from '@google-cloud/firestore';
import { expect, inject, onTestFinished } from 'vitest';

/** host:port of the server under test. */
export const address = inject('address');

export const code = {
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
} as const;

export function randomId(prefix = 'c'): string {
  return `${prefix}${randomUUID().replaceAll('-', '').slice(0, 12)}`;
}

/** One project per worker. Cases use their own collections in it. */
export const projectId = randomId('demo-');
export const databaseName = `projects/${projectId}/databases/(default)`;
export const documentsName = `${databaseName}/documents`;

// Without TLS, the client assumes an emulator and sends `Bearer owner`.
export const admin = new Firestore({ projectId, host: address, ssl: false });

/** An Admin SDK client in a new project, or with these `settings`. */
export function createAdmin(settings: Settings = {}): Firestore {
  const firestore = new Firestore({ projectId: randomId('demo-'), host: address, ssl: false, ...settings });
  onTestFinished(() => firestore.terminate());
  return firestore;
}

export function randomCollection(firestore = admin): CollectionReference {
  return firestore.collection(randomId());
}

export function randomDocument(): DocumentReference {
  return randomCollection().doc('doc');
}

export async function createDocument(data: DocumentData) {
  const document = randomDocument();
  const { writeTime } = await document.set(data);
  return { document, writeTime };
}

/** Writes `documents` by id to `collection`, by default a new one. */
export async function seed(
  documents: Record<string, DocumentData>,
  collection = randomCollection(),
): Promise<CollectionReference> {
  const batch = collection.firestore.batch();
  for (const [id, data] of Object.entries(documents)) batch.set(collection.doc(id), data);
  await batch.commit();
  return collection;
}

export function listIds(snapshot: { docs: readonly { id: string }[] }): string[] {
  return snapshot.docs.map((document) => document.id);
}

export async function readIds(query: Query): Promise<string[]> {
  return listIds(await query.get());
}

export async function readData(document: DocumentReference): Promise<DocumentData | undefined> {
  return (await document.get()).data();
}

/** Writes `data` to a new document and reads it back. */
export async function roundTrip(data: DocumentData): Promise<DocumentData | undefined> {
  const document = randomDocument();
  await document.set(data);
  return readData(document);
}

interface Events {
  next: () => Promise<DocumentSnapshot>;
  /** Events that have not been read yet. */
  waiting: () => readonly DocumentSnapshot[];
  stop: () => void;
}

/** Queues the events of a listener, which a case reads in order. Unsubscribes at the end of the test. */
export function watchDocument(document: DocumentReference): Events {
  const waiting: DocumentSnapshot[] = [];
  let failure: Error | undefined;
  let wake = () => {};
  const stop = document.onSnapshot(
    (snapshot) => {
      waiting.push(snapshot);
      wake();
    },
    (error) => {
      failure = error;
      wake();
    },
  );
  const next = async (): Promise<DocumentSnapshot> => {
    for (;;) {
      const event = waiting.shift();
      if (event !== undefined) return event;
      if (failure) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  onTestFinished(stop);
  return { next, waiting: () => waiting, stop };
}

export async function expectFailure(
  attempt: Promise<unknown>,
  expectedCode: number,
  message?: RegExp,
): Promise<void> {
  const failure = await catchFailure(attempt);
  expect(failure).toMatchObject({ code: expectedCode });
  if (message !== undefined) expect(String(failure)).toMatch(message);
}

export async function catchFailure(attempt: Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await attempt;
  } catch (error) {
    return error;
  }
  throw new Error(`Expected a failure, got ${JSON.stringify(answer)}.`);
}
