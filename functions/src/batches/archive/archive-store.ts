/** archives/{batchId}: a batch's ZIP that is too large for one answer, built in Cloud Storage. */
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { clearFailedWork } from '../store/failed-work-store.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

const ArchiveRecordSchema = z.object({
  /** See list-contents.ts. */
  digest: z.string(),
  /** How files are named, for tools that let the owner choose. */
  naming: z.string().nullable().default(null),
  done: z.number(),
  requestedAt: TimestampSchema,
  expiresAt: TimestampSchema,
  /** Null until the ZIP is built. */
  ready: z.object({ bytes: z.number() }).nullable(),
});
export type ArchiveRecord = z.infer<typeof ArchiveRecordSchema>;

/** Deleted with the batch. */
export const archiveFolder = (batchId: string): string => `archives/${batchId}/`;

export const archivePath = (batchId: string, digest: string): string =>
  `${archiveFolder(batchId)}${digest}.zip`;

export const archiveReference = (firestore: Firestore, batchId: string) =>
  firestore.collection('archives').doc(batchId);

export async function readArchive(firestore: Firestore, batchId: string): Promise<ArchiveRecord | undefined> {
  const snapshot = await archiveReference(firestore, batchId).get();
  return snapshot.exists ? ArchiveRecordSchema.parse(snapshot.data()) : undefined;
}

export const isArchiveReady = (snapshot: DocumentSnapshot | undefined): boolean =>
  snapshot?.exists === true && ArchiveRecordSchema.parse(snapshot.data()).ready !== null;

export const writeArchive = (firestore: Firestore, batchId: string, record: ArchiveRecord) =>
  archiveReference(firestore, batchId).set(record);

export const updateArchiveProgress = (firestore: Firestore, batchId: string, done: number) =>
  archiveReference(firestore, batchId).update({ done });

export async function setArchiveReady(
  firestore: Firestore,
  batchId: string,
  ready: ArchiveRecord['ready'],
): Promise<void> {
  const writer = firestore.batch();
  writer.update(archiveReference(firestore, batchId), { ready });
  clearFailedWork(firestore, writer, batchId, ['archive']);
  await writer.commit();
}

export const deleteArchive = (firestore: Firestore, batchId: string) =>
  archiveReference(firestore, batchId).delete();
