/** Helpers for all cases: clients of the server under test, unique places to write to, and assertions. */
import { randomUUID } from 'node:crypto';
import {
  Firestore,
  type CollectionReference,
  type DocumentData,
  type DocumentReference,
  type DocumentSnapshot,
  type Query,
  type QuerySnapshot,
  type Settings,
} from '@google-cloud/firestore';
import { expect, inject, onTestFinished } from 'vitest';

/** host:port of the server under test. */
export const address = inject('address');
export const host = address.slice(0, address.lastIndexOf(':'));
export const port = Number(address.slice(address.lastIndexOf(':') + 1));

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

export interface Events<T> {
  next: () => Promise<T>;
  /** Skips events until `wanted` matches. */
  nextWhere: (wanted: (event: T) => boolean) => Promise<T>;
  /** Events that have not been read yet. */
  waiting: () => readonly T[];
  stop: () => void;
}

/** Queues the events of `subscribe`, which a case reads in order. Unsubscribes at the end of the test. */
export function collectEvents<T>(
  subscribe: (onEvent: (event: T) => void, onError: (error: Error) => void) => () => void,
): Events<T> {
  const waiting: T[] = [];
  let failure: Error | undefined;
  let wake = () => {};
  const unsubscribe = subscribe(
    (event) => {
      waiting.push(event);
      wake();
    },
    (error) => {
      failure = error;
      wake();
    },
  );
  const next = async (): Promise<T> => {
    for (;;) {
      const [event] = waiting.splice(0, 1);
      if (event !== undefined) return event;
      if (failure) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const nextWhere = async (wanted: (event: T) => boolean): Promise<T> => {
    const event = await next();
    return wanted(event) ? event : nextWhere(wanted);
  };
  onTestFinished(unsubscribe);
  return { next, nextWhere, waiting: () => waiting, stop: unsubscribe };
}

export function watchQuery(query: Query): Events<QuerySnapshot> {
  return collectEvents((onEvent, onError) => query.onSnapshot(onEvent, onError));
}

export function watchDocument(document: DocumentReference): Events<DocumentSnapshot> {
  return collectEvents((onEvent, onError) => document.onSnapshot(onEvent, onError));
}

/** Formats every change as `type id old->new`. */
export function listChanges(snapshot: QuerySnapshot): string[] {
  return snapshot
    .docChanges()
    .map((change) => `${change.type} ${change.doc.id} ${change.oldIndex}->${change.newIndex}`);
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
