import { uploadPath } from '@portal/contracts/uploads';
import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { bucketImagePath } from '../../pictures/media/bucket-images.ts';
import { thumbnailPathOf } from '../../pictures/make-thumbnail.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import { removeSelectionArchives, removeStaleArchives } from '../archive/remove-archives.ts';
import { readFolderUse } from '../store/expired-batches.ts';
import type { Batch } from '../store/batch-store.ts';
import { clearFailedWork } from '../store/failed-work-store.ts';
import { publicIdOf } from '../store/media-names.ts';
import { deleteUnstoredImage } from './unstored-images.ts';

/** Removes the files of deleted items: results, originals, and ZIPs that contain them. Idempotent. */
export async function removeItems(
  deps: Deps,
  batch: Batch,
  indexes: readonly number[] = batch.deletedItems ?? [],
): Promise<void> {
  const { firestore } = deps;
  const deleted = new Set(batch.deletedItems);
  const gone = indexes.filter((index) => deleted.has(index));
  if (gone.length === 0) return;
  if (deps.findTool(batch.tool).images)
    await forEachAtOnce(gone, (index) => removeImage(deps, publicIdOf(batch, index)));
  await removeOriginals(deps, batch, gone);
  await removeStaleArchives(deps, batch.id);
  await removeSelectionArchives(deps, batch.id, deleted);
  const writer = firestore.batch();
  clearFailedWork(firestore, writer, batch.id, ['not-deleted']);
  await writer.commit();
}

/** Wherever it is stored. */
async function removeImage(deps: Deps, publicId: string): Promise<void> {
  await deps.media.deleteOne(publicId);
  await removeFile(deps, bucketImagePath(publicId));
  await deleteUnstoredImage(deps, publicId);
}

/** A retry uses the originals of the batch that it retries. */
async function removeOriginals(
  deps: Deps,
  { owner, uploads }: Batch,
  indexes: readonly number[],
): Promise<void> {
  if (!uploads) return;
  const use = await readFolderUse(deps.firestore, [uploads.folder], Timestamp.now());
  const deleted = use.get(uploads.folder)?.deleted;
  const ids = indexes.flatMap((index) => uploads.files[index]?.id ?? []).filter((id) => deleted?.has(id));
  await forEachAtOnce(ids, (id) => removeFile(deps, uploadPath(owner, uploads.folder, id)));
}

async function removeFile({ bucket }: Pick<Deps, 'bucket'>, path: string): Promise<void> {
  for (const name of [path, thumbnailPathOf(path)]) {
    await bucket().file(name).delete({ ignoreNotFound: true });
  }
}
