/** A picture of another batch, before the new batch has its own copy. */
import { findPictureType } from '@portal/contracts/picture-type';
import type { Source } from '@portal/contracts/source';
import type { Deps } from '../deps.ts';
import { MediaError } from '../../pictures/media/media-error.ts';
import { openImage } from '../../pictures/media/open-image.ts';
import type { StoredImage } from '../../pictures/media/stored-image.ts';
import { collectBytes } from '../../platform/collect-bytes.ts';
import { saveFile } from '../../platform/files/save-file.ts';
import { findUploadPlace, readUpload, type UploadPlace } from '../../pictures/uploads/upload-store.ts';
import { isOwn, readBatch, readItem } from '../store/batch-store.ts';

type Place = { kind: 'result'; image: StoredImage } | { kind: 'original'; upload: UploadPlace };

/** Undefined if the picture was deleted or has expired. */
export async function findPlace(
  { firestore }: Pick<Deps, 'firestore'>,
  owner: string,
  { batchId, index, kind }: Source,
): Promise<Place | undefined> {
  const [batch, item] = await Promise.all([
    readBatch(firestore, batchId),
    kind === 'result' ? readItem(firestore, batchId, index) : undefined,
  ]);
  if (!isOwn(batch, owner) || batch.filesDeleted) return undefined;
  if (batch.deletedItems?.includes(index)) return undefined;
  if (kind === 'result') return item?.image ? { kind, image: item.image } : undefined;
  const { uploads } = batch;
  const file = uploads?.files[index];
  return uploads && file ? { kind, upload: findUploadPlace(owner, uploads.folder, file) } : undefined;
}

/**
 * Copies the picture to a path of the new batch and returns it. `image`: where the result is, if known. Undefined if it is gone. A delivery that comes again overwrites
 * the copy with the same bytes.
 */
export async function copySource(
  deps: Deps,
  owner: string,
  source: Source & { image?: StoredImage | undefined },
  path: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const { image } = source;
  const place: Place | undefined = image ? { kind: 'result', image } : await findPlace(deps, owner, source);
  const bytes = place && (await readPlace(deps, place, signal));
  if (!bytes) return undefined;
  await saveFile(deps.bucket().file(path), bytes, {
    contentType: findPictureType(bytes) ?? 'application/octet-stream',
  });
  return bytes;
}

async function readPlace(deps: Deps, place: Place, signal: AbortSignal): Promise<Buffer | undefined> {
  if (place.kind === 'original') return readUpload(deps, place.upload);
  try {
    const { body, contentLength } = await openImage(deps, place.image, 'full', signal);
    return await collectBytes(body, () => contentLength);
  } catch (error) {
    if (error instanceof MediaError && error.status === 404) return undefined;
    throw error;
  }
}
