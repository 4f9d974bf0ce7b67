import type { ImageLink } from '@portal/contracts/image-link';
import type { Deps } from '../deps.ts';
import { bucketImagePath } from '../../pictures/media/bucket-images.ts';
import { MediaError } from '../../pictures/media/media-error.ts';
import { openImage } from '../../pictures/media/open-image.ts';
import type { StoredImage } from '../../pictures/media/stored-image.ts';
import { AppError } from '../../platform/app-error.ts';
import { findLinkExpiry } from '../../platform/files/link-expiry.ts';
import { MAX_RESPONSE_BYTES } from '../../platform/max-response.ts';
import { signFileLink } from '../../platform/files/sign-file-link.ts';
import { readOwnItem } from '../store/batch-store.ts';
import { nameImageFile } from '../store/media-names.ts';
import { findImage } from '../store/picture-lookup.ts';
import type { Tool } from '../tool.ts';

/** The content of an address never changes: browsers may cache it for the life of a batch. */
export const IMAGE_CACHE_CONTROL = 'private, max-age=259200, immutable';

export async function streamImage(
  deps: Deps,
  { name: tool, images }: Pick<Tool, 'name' | 'images'>,
  owner: string,
  { id, index }: { id: string; index: number },
  variant: 'full' | 'thumbnail',
  signal: AbortSignal,
): Promise<Response> {
  if (variant === 'thumbnail') {
    const image = await findImage(deps.firestore, tool, owner, { id, index });
    if (!image) throw notFound();
    return answerImage(deps, image, '', variant, signal);
  }
  const { batch, item } = await readOwnItem(deps.firestore, tool, owner, id, index);
  if (!item?.image || batch.filesDeleted) throw notFound();
  const { image } = item;
  return answerImage(
    deps,
    image,
    nameImageFile(batch, index, image.format, images?.fileSuffix),
    variant,
    signal,
  );
}

/** Streams a stored image without buffering it, or answers a link if it is too large for a response. */
export async function answerImage(
  deps: Deps,
  image: StoredImage,
  fileName: string,
  variant: 'full' | 'thumbnail',
  signal: AbortSignal,
): Promise<Response> {
  if (variant === 'full' && image.bytes > MAX_RESPONSE_BYTES) {
    const url = await signImageLink(deps, image, fileName);
    return Response.json({ url, bytes: image.bytes } satisfies ImageLink);
  }
  const { body, contentType, contentLength } = await openImage(deps, image, variant, signal).catch(
    (error: unknown) => {
      // A cleanup has deleted the file and not yet updated the batch.
      if (error instanceof MediaError && error.status === 404) throw notFound(error);
      throw error;
    },
  );
  return new Response(body, {
    headers: {
      'Content-Type': contentType,
      'Cache-Control': IMAGE_CACHE_CONTROL,
      ...(contentLength !== undefined && { 'Content-Length': String(contentLength) }),
    },
  });
}

async function signImageLink(deps: Deps, image: StoredImage, fileName: string): Promise<string> {
  if (!image.isInBucket) return deps.media.makeImageLink(image, findLinkExpiry());
  return signFileLink(deps, bucketImagePath(image.publicId), { fileName });
}

const notFound = (cause?: MediaError) => new AppError('not-found', 'Image not found.', { cause });
