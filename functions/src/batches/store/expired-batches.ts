/** What the storage cleanup reads and writes of batches, many at a time. */
import type { DocumentReference, Firestore, Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';
import { isNotFound } from '../../platform/firestore-errors.ts';
import { BatchRecordSchema } from './batch-record.ts';
import { batchReference, itemReference } from './batch-store.ts';
import { PROGRESS_SHARDS, progressReference, writeBatchChange } from './progress-store.ts';

const FIELDS = ['tool', 'owner', 'expiresAt', 'endedAt', 'filesDeleted', 'deletedItems'] as const;
const StateSchema = BatchRecordSchema.pick({
  tool: true,
  owner: true,
  expiresAt: true,
  endedAt: true,
  filesDeleted: true,
  deletedItems: true,
});
const UsedSchema = BatchRecordSchema.pick({
  expiresAt: true,
  endedAt: true,
  deletedAt: true,
  deletedItems: true,
}).extend({ uploads: z.object({ folder: z.string(), files: z.array(z.object({ id: z.string() })) }) });
const USED_FIELDS = ['uploads.folder', 'uploads.files', 'expiresAt', 'endedAt', 'deletedAt', 'deletedItems'];

export interface BatchState extends z.infer<typeof StateSchema> {
  id: string;
}

/** Firestore's limit for an `in` query. */
const MAX_IN_VALUES = 30;
const UPDATES_PER_COMMIT = 100;

/** Whether the batch had expired and ended by then. */
export const isOver = (
  { expiresAt, endedAt }: Pick<BatchState, 'expiresAt' | 'endedAt'>,
  cutoff: Timestamp,
): boolean => expiresAt.toMillis() <= cutoff.toMillis() && hasEnded({ endedAt }, cutoff);

export const hasEnded = ({ endedAt }: Pick<BatchState, 'endedAt'>, cutoff: Timestamp): boolean =>
  endedAt !== null && endedAt.toMillis() <= cutoff.toMillis();

/** By id. Batches that do not exist are missing. */
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

/** Items and progress of a batch. */
export const batchDocuments = (firestore: Firestore, id: string, total: number): DocumentReference[] => [
  ...Array.from({ length: total }, (_, index) => itemReference(firestore, id, index)),
  ...Array.from({ length: Math.min(total, PROGRESS_SHARDS) }, (_, index) =>
    progressReference(firestore, id, index),
  ),
];

/** How batches use an upload folder. */
interface FolderUse {
  /** All of them are over. */
  isOver: boolean;
  /** Ids of files whose item was deleted in every batch that uses them. */
  deleted: ReadonlySet<string>;
}

/** By upload folder. Unused folders are missing. */
export async function readFolderUse(
  firestore: Firestore,
  folders: Iterable<string>,
  cutoff: Timestamp,
): Promise<ReadonlyMap<string, FolderUse>> {
  const wanted = [...new Set(folders)];
  const use = new Map<string, FolderUse>();
  for (let start = 0; start < wanted.length; start += MAX_IN_VALUES) {
    const users = await firestore
      .collection('batches')
      .where('uploads.folder', 'in', wanted.slice(start, start + MAX_IN_VALUES))
      .select(...USED_FIELDS)
      .get();
    const batches = users.docs.map((user) => UsedSchema.parse(user.data()));
    for (const [folder, own] of Map.groupBy(batches, ({ uploads }) => uploads.folder)) {
      use.set(folder, {
        isOver: own.every((batch) => isOver(batch, cutoff)),
        deleted: findDeletedFiles(own),
      });
    }
  }
  return use;
}

function findDeletedFiles(batches: readonly z.infer<typeof UsedSchema>[]): ReadonlySet<string> {
  const files = batches
    .filter(({ deletedAt }) => !deletedAt)
    .flatMap(({ uploads, deletedItems = [] }) =>
      uploads.files.map(({ id }, index) => ({ id, isDeleted: deletedItems.includes(index) })),
    );
  const used = new Set(files.flatMap(({ id, isDeleted }) => (isDeleted ? [] : [id])));
  return new Set(files.flatMap(({ id }) => (used.has(id) ? [] : [id])));
}

/** Sets `filesDeleted`. Skips batches that were deleted in the meantime. */
export async function markFilesDeleted(firestore: Firestore, batches: readonly BatchState[]): Promise<void> {
  const write = async (some: readonly BatchState[]) => {
    const writer = firestore.batch();
    for (const batch of some) {
      writer.update(batchReference(firestore, batch.id), {
        filesDeleted: true,
        storedBytes: 0,
        storedFiles: 0,
      });
      writeBatchChange(firestore, writer, batch);
    }
    await writer.commit();
  };
  const pending = batches.filter(({ filesDeleted }) => !filesDeleted);
  for (let start = 0; start < pending.length; start += UPDATES_PER_COMMIT) {
    const some = pending.slice(start, start + UPDATES_PER_COMMIT);
    await write(some).catch(async (error: unknown) => {
      if (!isNotFound(error)) throw error;
      for (const one of some) {
        await write([one]).catch((failure: unknown) => {
          if (!isNotFound(failure)) throw failure;
        });
      }
    });
  }
}
