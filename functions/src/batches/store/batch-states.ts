/** What a cleanup has to know of batches, many at a time: never more of a document than that. */
import type { DocumentReference, Firestore, Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';
import { BatchRecordSchema } from './batch-record.ts';
import { batchReference, itemReference, markBatch, MARKS, marksOf } from './batch-store.ts';

const FIELDS = ['tool', 'owner', 'expiresAt', 'endedAt', 'filesDeleted'] as const;
const StateSchema = BatchRecordSchema.pick({
  tool: true,
  owner: true,
  expiresAt: true,
  endedAt: true,
  filesDeleted: true,
});
const UsedSchema = BatchRecordSchema.pick({ expiresAt: true, endedAt: true }).extend({
  uploads: z.object({ folder: z.string() }),
});

export interface BatchState extends z.infer<typeof StateSchema> {
  id: string;
}

/** Firestore takes no more values in one question. */
const ASKED_AT_ONCE = 30;
const MARKED_AT_ONCE = 100;
const NOT_FOUND = 5;

/** By then its time had passed, and nobody worked on it any more. */
export const isOver = (
  { expiresAt, endedAt }: Pick<BatchState, 'expiresAt' | 'endedAt'>,
  cutoff: Timestamp,
): boolean => expiresAt.toMillis() <= cutoff.toMillis() && hasEnded({ endedAt }, cutoff);

export const hasEnded = ({ endedAt }: Pick<BatchState, 'endedAt'>, cutoff: Timestamp): boolean =>
  endedAt !== null && endedAt.toMillis() <= cutoff.toMillis();

/** By id; those that are gone are missing. */
export async function readBatchStates(
  firestore: Firestore,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, BatchState>> {
  const references = [...new Set(ids)].map((id) => batchReference(firestore, id));
  if (references.length === 0) return new Map();
  const found = await firestore.getAll(...references, { fieldMask: [...FIELDS] });
  return new Map(
    found
      .filter(({ exists }) => exists)
      .map((snapshot) => [snapshot.id, { id: snapshot.id, ...StateSchema.parse(snapshot.data()) }]),
  );
}

/** Its items and marks. */
export const batchDocuments = (firestore: Firestore, id: string, total: number): DocumentReference[] => [
  ...Array.from({ length: total }, (_, index) => itemReference(firestore, id, index)),
  ...Array.from({ length: Math.min(total, MARKS) }, (_, index) => marksOf(firestore, id).doc(String(index))),
];

/** By folder of uploads: whether the time of every batch that uses it is over. Those that none uses are missing. */
export async function readFolderUse(
  firestore: Firestore,
  folders: Iterable<string>,
  cutoff: Timestamp,
): Promise<ReadonlyMap<string, boolean>> {
  const wanted = [...new Set(folders)];
  const use = new Map<string, boolean>();
  for (let start = 0; start < wanted.length; start += ASKED_AT_ONCE) {
    const users = await firestore
      .collection('batches')
      .where('uploads.folder', 'in', wanted.slice(start, start + ASKED_AT_ONCE))
      .select('uploads.folder', 'expiresAt', 'endedAt')
      .get();
    for (const user of users.docs) {
      const { uploads, ...batch } = UsedSchema.parse(user.data());
      use.set(uploads.folder, isOver(batch, cutoff) && (use.get(uploads.folder) ?? true));
    }
  }
  return use;
}

/** Their pages say so with the next poll. One that is deleted meanwhile is passed over. */
export async function noteFilesDeleted(firestore: Firestore, batches: readonly BatchState[]): Promise<void> {
  const note = async (some: readonly BatchState[]) => {
    const writer = firestore.batch();
    for (const batch of some) {
      writer.update(batchReference(firestore, batch.id), {
        filesDeleted: true,
        storedBytes: 0,
        storedFiles: 0,
      });
      markBatch(firestore, writer, batch);
    }
    await writer.commit();
  };
  const unmarked = batches.filter(({ filesDeleted }) => !filesDeleted);
  for (let start = 0; start < unmarked.length; start += MARKED_AT_ONCE) {
    const some = unmarked.slice(start, start + MARKED_AT_ONCE);
    await note(some).catch(async (error: unknown) => {
      if (!isNotFound(error)) throw error;
      for (const one of some) {
        await note([one]).catch((failure: unknown) => {
          if (!isNotFound(failure)) throw failure;
        });
      }
    });
  }
}

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === NOT_FOUND;
