/** archives/{batchId}: the ZIP of a batch that is too large for one answer, as it is built into Cloud Storage. */
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';

const ArchiveRecordSchema = z.object({
  /** Of its contents, see list-contents.ts. */
  digest: z.string(),
  done: z.number(),
  requestedAt: z.instanceof(Timestamp),
  expiresAt: z.instanceof(Timestamp),
  /** Once it is ready. */
  ready: z.object({ bytes: z.number() }).nullable(),
});
export type ArchiveRecord = z.infer<typeof ArchiveRecordSchema>;

/** Where a batch's ZIPs lie; they go with the batch. */
export const archiveFolder = (batchId: string): string => `archives/${batchId}/`;

export const archivePath = (batchId: string, digest: string): string =>
  `${archiveFolder(batchId)}${digest}.zip`;

const archiveReference = (firestore: Firestore, batchId: string) =>
  firestore.collection('archives').doc(batchId);

export async function readArchive(firestore: Firestore, batchId: string): Promise<ArchiveRecord | undefined> {
  const snapshot = await archiveReference(firestore, batchId).get();
  return snapshot.exists ? ArchiveRecordSchema.parse(snapshot.data()) : undefined;
}

export const writeArchive = (firestore: Firestore, batchId: string, record: ArchiveRecord) =>
  archiveReference(firestore, batchId).set(record);

export const noteArchiveProgress = (firestore: Firestore, batchId: string, done: number) =>
  archiveReference(firestore, batchId).update({ done });

export const noteArchiveReady = (firestore: Firestore, batchId: string, ready: ArchiveRecord['ready']) =>
  archiveReference(firestore, batchId).update({ ready });

export const deleteArchive = (firestore: Firestore, batchId: string) =>
  archiveReference(firestore, batchId).delete();
