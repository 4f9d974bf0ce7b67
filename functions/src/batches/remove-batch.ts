import { archiveFolder, deleteArchive } from '../archives/archive-store.ts';
import type { Deps } from '../deps.ts';
import { deleteUploadFolder } from '../uploads/upload-store.ts';
import { batchReference, isUploadUsed, itemsOf, type Batch } from './batch-store.ts';
import { keptFolder } from './kept-images.ts';
import { folderOf } from './media-names.ts';
import type { RemovalTask } from './queues.ts';

/** Said while the batch is still there: what is to be removed once it is gone. */
export const describeRemoval = (batch: Batch): RemovalTask => ({
  batchId: batch.id,
  prefix: folderOf(batch),
  uploads: batch.uploads && { owner: batch.owner, folder: batch.uploads.folder },
});

/** Removes what a deleted batch has left behind; again is as good as once. */
export async function removeBatch(deps: Deps, { batchId, prefix, uploads }: RemovalTask): Promise<void> {
  const { firestore, media, bucket } = deps;
  // Items first: a worker that stores an image after its folder is emptied finds no item, and deletes it itself.
  await firestore.recursiveDelete(itemsOf(firestore, batchId));
  await media.deletePrefix(prefix);
  await bucket().deleteFiles({ prefix: archiveFolder(batchId) });
  await bucket().deleteFiles({ prefix: keptFolder(prefix) });
  await deleteArchive(firestore, batchId);
  if (uploads && !(await isUploadUsed(firestore, uploads.folder, batchId))) {
    await deleteUploadFolder(deps, uploads.owner, uploads.folder);
  }
  // The batch last: what breaks off half-way is found again.
  await firestore.recursiveDelete(batchReference(firestore, batchId));
}
