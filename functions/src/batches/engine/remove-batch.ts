import { archiveFolder, deleteArchive } from '../archive/archive-store.ts';
import { removeSelectionArchives } from '../archive/remove-archives.ts';
import type { Deps } from '../deps.ts';
import { deleteUploadFolder } from '../../pictures/uploads/upload-store.ts';
import { batchReference, isUploadUsed, readBatch } from '../store/batch-store.ts';
import { bucketImageFolder } from '../../pictures/media/bucket-images.ts';
import { clearFailedWork } from '../store/failed-work-store.ts';
import { deleteShare } from '../store/share-store.ts';
import { unstoredFolder } from './unstored-images.ts';
import { folderOf } from '../store/media-names.ts';
import { deleteFiles } from '../../platform/files/delete-files.ts';
import type { RemovalTask } from '../../platform/queues/queues.ts';
import { removeItems } from './remove-items.ts';

/** A new `round` enqueues the removal again: Cloud Tasks accepts a task id only once. */
export const enqueueRemoval = ({ queues }: Deps, batchId: string, round = '0') =>
  queues.enqueue('removeBatchFiles', [{ id: `${batchId}-${round}`, data: { batchId } }]);

/**
 * Removes a deleted batch and its files, or the files of deleted items. Idempotent. Does nothing while items of a deleted batch
 * are open: their calls are settled first, and ending the batch enqueues this task again.
 */
export async function removeBatch(deps: Deps, { batchId, indexes }: RemovalTask): Promise<void> {
  const { firestore, media } = deps;
  const batch = await readBatch(firestore, batchId);
  if (batch && !batch.deletedAt) return removeItems(deps, batch, indexes);
  if (!batch?.endedAt) return;
  const folder = folderOf(batch);
  await media.deletePrefix(folder);
  await deleteFiles(deps, archiveFolder(batchId));
  await deleteFiles(deps, unstoredFolder(folder));
  await deleteFiles(deps, bucketImageFolder(folder));
  await deleteArchive(firestore, batchId);
  await removeSelectionArchives(deps, batchId);
  const { uploads, owner } = batch;
  if (uploads && !(await isUploadUsed(firestore, uploads.folder))) {
    await deleteUploadFolder(deps, owner, uploads.folder);
  }
  const writer = firestore.batch();
  clearFailedWork(firestore, writer, batchId);
  deleteShare(firestore, writer, batch);
  await writer.commit();
  // Last, because the sweep finds an interrupted removal by its batch.
  await firestore.recursiveDelete(batchReference(firestore, batchId));
}
