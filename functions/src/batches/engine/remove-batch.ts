import { archiveFolder, deleteArchive } from '../archive/archive-store.ts';
import type { Deps } from '../../deps.ts';
import { deleteUploadFolder } from '../../uploads/upload-store.ts';
import { batchReference, isUploadUsed, readBatch } from '../store/batch-store.ts';
import { keptFolder } from './kept-images.ts';
import { folderOf } from '../store/media-names.ts';
import type { RemovalTask } from '../../platform/queues.ts';

/** `round` makes another task of it: one task id is taken once. */
export const enqueueRemoval = ({ queues }: Deps, batchId: string, round = '0') =>
  queues.enqueue('removeBatchFiles', [{ id: `${batchId}-${round}`, data: { batchId } }]);

/**
 * Removes a deleted batch and its files; running it again does no harm. While items are open nothing is removed: their
 * calls are settled first, and whoever ends the batch enqueues this task.
 */
export async function removeBatch(deps: Deps, { batchId }: RemovalTask): Promise<void> {
  const { firestore, media, bucket } = deps;
  const batch = await readBatch(firestore, batchId);
  if (!batch?.deletedAt || !batch.endedAt) return;
  const folder = folderOf(batch);
  await media.deletePrefix(folder);
  await bucket().deleteFiles({ prefix: archiveFolder(batchId) });
  await bucket().deleteFiles({ prefix: keptFolder(folder) });
  await deleteArchive(firestore, batchId);
  const { uploads, owner } = batch;
  if (uploads && !(await isUploadUsed(firestore, uploads.folder))) {
    await deleteUploadFolder(deps, owner, uploads.folder);
  }
  // Last: the sweep finds a removal that broke off by its batch.
  await firestore.recursiveDelete(batchReference(firestore, batchId));
}
