import { deleteArchive } from '../archives/archive-store.ts';
import { archiveFolder } from '../archives/build-archive.ts';
import type { Deps } from '../deps.ts';
import { batchReference } from './batch-store.ts';
import type { RemovalTask } from './queues.ts';

/** Removes what a deleted batch has left behind; again is as good as once. */
export async function removeBatch(
  { firestore, media, bucket }: Deps,
  { batchId, prefix }: RemovalTask,
): Promise<void> {
  await media.deletePrefix(prefix);
  await bucket().deleteFiles({ prefix: archiveFolder(batchId) });
  await deleteArchive(firestore, batchId);
  await firestore.recursiveDelete(batchReference(firestore, batchId));
}
