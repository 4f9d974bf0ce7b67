import { uploadPath } from '@portal/contracts/uploads';
import type { Deps } from '../deps.ts';
import type { StoredImage } from '../../pictures/media/stored-image.ts';
import { AcquireAborted } from '../../platform/weighted-semaphore.ts';
import { inspectPicture, type Inspection } from '../../pictures/uploads/inspect-picture.ts';
import { findUploadPlace, readUpload } from '../../pictures/uploads/upload-store.ts';
import { copySource } from '../sources/copy-source.ts';
import { isUploadUsed, readBatch, type Batch } from '../store/batch-store.ts';
import type { Tool } from '../tool.ts';

/** With the wait in large-files.ts, each fits into the 30 s that task-times.ts leaves around the call. */
const MAX_WAIT_MS = 10_000;
const MAX_COPY_MS = 15_000;

const SOURCE_GONE = 'This picture was deleted or expired before work on it started. You were not charged.';

/**
 * The checked original of an item: a bad file fails only its own item. A picture of another batch is copied first. `none`: the
 * tool needs no pictures. `source`: the picture of the stage before. `busy`: the instance is decoding too many others.
 */
export async function readPicture(
  deps: Deps,
  { uploads: rules }: Pick<Tool, 'uploads'>,
  batch: Batch,
  index: number,
  source?: StoredImage,
): Promise<Inspection | { kind: 'none' | 'busy' }> {
  const { owner, uploads } = batch;
  if (!uploads || !rules) return { kind: 'none' };
  const { id = '', generation, from } = uploads.files[index] ?? {};
  const place = findUploadPlace(owner, uploads.folder, { id, generation });
  let bytes = await readUpload(deps, place);
  let signal = AbortSignal.timeout(MAX_WAIT_MS);
  if (!bytes && from) {
    signal = AbortSignal.timeout(MAX_COPY_MS);
    bytes = await copySource(deps, owner, { ...from, image: source }, place.path, signal);
    // The item of a pipeline is open, or its worker finds out before it makes anything of the copy.
    if (bytes && !source && (await deleteIfOrphaned(deps, batch, index))) bytes = undefined;
  }
  if (!bytes) {
    return {
      kind: 'unreadable',
      reason: from ? SOURCE_GONE : 'The uploaded file no longer exists. Upload it again.',
    };
  }
  return inspectPicture(bytes, { ...rules, signal }).catch((error: unknown) => {
    if (error instanceof AcquireAborted) return { kind: 'busy' };
    throw error;
  });
}

/**
 * A batch that is deleted does not wait for an item that has not been called: its files may be removed just before a copy is
 * saved, which nothing would remove then. Batches may share a folder, and thus a copy.
 */
export async function deleteIfOrphaned(
  deps: Deps,
  { id, owner, uploads }: Batch,
  index: number,
): Promise<boolean> {
  const batch = await readBatch(deps.firestore, id);
  if (batch && !batch.deletedAt) return false;
  if (!uploads || (await isUploadUsed(deps.firestore, uploads.folder))) return false;
  const path = uploadPath(owner, uploads.folder, uploads.files[index]?.id ?? '');
  await deps.bucket().file(path).delete({ ignoreNotFound: true });
  return true;
}
