import type { ToolName } from '@portal/contracts/batches';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { MediaError } from '../../media/media-error.ts';
import { readOwnItem } from '../store/batch-store.ts';

/** The content of an address never changes: browsers may cache it for the life of a batch. */
export const IMAGE_CACHE_CONTROL = 'private, max-age=259200, immutable';

/** Streams an image from the media service without buffering it. */
export async function streamImage(
  { firestore, media }: Deps,
  tool: ToolName,
  owner: string,
  { id, index }: { id: string; index: number },
  variant: 'full' | 'thumbnail',
  signal: AbortSignal,
): Promise<Response> {
  const { batch, item } = await readOwnItem(firestore, tool, owner, id, index);
  if (!item?.image || batch.filesDeleted) throw notFound();
  const { body, contentType, contentLength } = await media
    .open(item.image, variant, signal)
    .catch((error: unknown) => {
      // A cleanup has deleted the file and not yet updated the batch.
      if (error instanceof MediaError && error.status === 404) throw notFound(error);
      throw error;
    });
  return new Response(body, {
    headers: {
      'Content-Type': contentType,
      'Cache-Control': IMAGE_CACHE_CONTROL,
      ...(contentLength !== undefined && { 'Content-Length': String(contentLength) }),
    },
  });
}

const notFound = (cause?: MediaError) => new AppError('not-found', 'Image not found.', { cause });
