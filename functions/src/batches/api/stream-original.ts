import type { ToolName } from '@portal/contracts/batches';
import type { ImageLink } from '@portal/contracts/image-link';
import { PICTURE_TYPES } from '@portal/contracts/picture-type';
import { uploadPath } from '@portal/contracts/uploads';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { MAX_RESPONSE_BYTES } from '../../platform/max-response.ts';
import { signFileLink } from '../../platform/sign-file-link.ts';
import { toWeb } from '../../platform/to-web.ts';
import { makeThumbnail } from '../../pictures/make-thumbnail.ts';
import { PictureNeedsTooMuchMemory } from '../../pictures/picture-memory.ts';
import { AcquireAborted, makeWeightedSemaphore } from '../../platform/weighted-semaphore.ts';
import { inspectPicture } from '../../uploads/inspect-picture.ts';
import { openUpload, readUpload } from '../../uploads/upload-store.ts';
import { findPlace } from '../sources/open-source.ts';
import { readOwnBatch } from '../store/batch-store.ts';
import { answerImage, IMAGE_CACHE_CONTROL } from './stream-image.ts';

/** Each holds a whole file. libuv decodes no more at once. */
const runThumbnail = makeWeightedSemaphore(4);
const MAX_WAIT_MS = 20_000;

/** Streams an original to its owner, or answers a link if it is too large for a response, never with a content type that a browser would execute. */
export async function streamOriginal(
  deps: Deps,
  tool: ToolName,
  owner: string,
  { id, index }: { id: string; index: number },
  variant: 'full' | 'thumbnail',
  left: AbortSignal,
): Promise<Response> {
  const { uploads, filesDeleted, deletedItems } = await readOwnBatch(deps.firestore, tool, owner, id);
  const file = uploads?.files[index];
  if (!uploads || !file || filesDeleted || deletedItems?.includes(index)) throw notFound();
  const { name, from } = file;
  const answer = (path: string) =>
    variant === 'full' ? answerFile(deps, path, name) : answerThumbnail(deps, path, left);
  try {
    return await answer(uploadPath(owner, uploads.folder, file.id));
  } catch (error) {
    if (!from || !(error instanceof AppError) || error.code !== 'not-found') throw error;
  }
  // Not copied yet.
  const place = await findPlace(deps, owner, from);
  if (!place) throw notFound();
  return place.kind === 'original' ? answer(place.path) : answerImage(deps, place.image, name, variant, left);
}

async function answerFile(deps: Deps, path: string, fileName: string): Promise<Response> {
  const opened = await openUpload(deps, path);
  if (!opened) throw notFound();
  const known = PICTURE_TYPES.find((type) => type === opened.contentType);
  const contentType = known ?? 'application/octet-stream';
  if (opened.size > MAX_RESPONSE_BYTES) {
    opened.stream.destroy();
    const url = await signFileLink(deps, path, { fileName, contentType });
    return Response.json({ url, bytes: opened.size } satisfies ImageLink);
  }
  return new Response(toWeb(opened.stream), {
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(opened.size),
      'Cache-Control': IMAGE_CACHE_CONTROL,
    },
  });
}

/** Made per request: the browser caches it for the life of the batch. */
async function answerThumbnail(deps: Deps, path: string, left: AbortSignal): Promise<Response> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(MAX_WAIT_MS)]);
  const thumbnail = await runThumbnail(1, () => drawThumbnail(deps, path, signal), { signal }).catch(
    (cause: unknown) => {
      if (cause instanceof PictureNeedsTooMuchMemory) throw notFound();
      if (!(cause instanceof AcquireAborted)) throw cause;
      throw new AppError('unavailable', 'Too many previews are in progress. Try again in a moment.', {
        cause,
        retryAfterSeconds: 2,
      });
    },
  );
  return new Response(new Uint8Array(thumbnail), {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': IMAGE_CACHE_CONTROL },
  });
}

async function drawThumbnail(deps: Deps, path: string, signal: AbortSignal): Promise<Buffer> {
  const bytes = await readUpload(deps, path);
  const rules = { types: PICTURE_TYPES, takesAnimated: true, signal };
  const inspection = bytes && (await inspectPicture(bytes, rules));
  if (inspection?.kind !== 'picture') throw notFound();
  return makeThumbnail(inspection.picture.bytes, { signal });
}

const notFound = () => new AppError('not-found', 'Picture not found.');
