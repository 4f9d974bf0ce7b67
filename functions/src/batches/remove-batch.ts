import { deleteArchive } from '../archives/archive-store.ts';
import { archiveFolder } from '../archives/build-archive.ts';
import type { Deps } from '../deps.ts';
import { batchReference, itemsOf } from './batch-store.ts';
import { keptFolder } from './kept-images.ts';
import type { RemovalTask } from './queues.ts';

/** Removes what a deleted batch has left behind; again is as good as once. */
export async function removeBatch(
  { firestore, media, bucket }: Deps,
  { batchId, prefix }: RemovalTask,
): Promise<void> {
  // Items first: a worker that stores an image after its folder is emptied finds no item, and deletes it itself.
  await firestore.recursiveDelete(itemsOf(firestore, batchId));
  await media.deletePrefix(prefix);
  await bucket().deleteFiles({ prefix: archiveFolder(batchId) });
  await bucket().deleteFiles({ prefix: keptFolder(prefix) });
  await deleteArchive(firestore, batchId);
  // The batch last: what breaks off half-way is found again.
  await firestore.recursiveDelete(batchReference(firestore, batchId));
}
