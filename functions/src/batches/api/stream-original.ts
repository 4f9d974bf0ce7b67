import type { ToolName } from '@portal/contracts/batches';
import { THUMBNAIL_TYPE } from '@portal/contracts/batch-calls';
import type { ImageLink } from '@portal/contracts/image-link';
import { PICTURE_TYPES } from '@portal/contracts/picture-type';
import type { Deps } from '../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { MAX_RESPONSE_BYTES } from '../../platform/max-response.ts';
import { signFileLink } from '../../platform/files/sign-file-link.ts';
import { toWeb } from '../../platform/to-web.ts';
import {
  findUploadPlace,
  openUpload,
  readUploadThumbnail,
  type UploadPlace,
} from '../../pictures/uploads/upload-store.ts';
import { findPlace } from '../sources/copy-source.ts';
import { readOwnBatch } from '../store/batch-store.ts';
import { findOriginals } from '../store/picture-lookup.ts';
import { drawThumbnail } from './draw-thumbnail.ts';
import { answerImage, IMAGE_CACHE_CONTROL } from './stream-image.ts';

/** Streams an original to its owner, or answers a link if it is too large for a response, never with a content type that a browser would execute. */
export async function streamOriginal(
  deps: Deps,
  tool: ToolName,
  owner: string,
  { id, index }: { id: string; index: number },
  variant: 'full' | 'thumbnail',
  left: AbortSignal,
): Promise<Response> {
  const found =
    variant === 'full'
      ? await readOwnBatch(deps.firestore, tool, owner, id)
      : await findOriginals(deps.firestore, tool, owner, id);
  const { uploads, filesDeleted, deletedItems } = found;
  const file = uploads?.files[index];
  if (!uploads || !file || filesDeleted || deletedItems?.includes(index)) throw notFound();
  const { name, from } = file;
  const answer = (original: UploadPlace) =>
    variant === 'full' ? answerFile(deps, original, name) : answerThumbnail(deps, original, left);
  try {
    return await answer(findUploadPlace(owner, uploads.folder, file));
  } catch (error) {
    if (!from || !(error instanceof AppError) || error.code !== 'not-found') throw error;
  }
  // Not copied yet.
  const place = await findPlace(deps, owner, from);
  if (!place) throw notFound();
  return place.kind === 'original'
    ? answer(place.upload)
    : answerImage(deps, place.image, name, variant, left);
}

async function answerFile(deps: Deps, original: UploadPlace, fileName: string): Promise<Response> {
  const opened = await openUpload(deps, original);
  if (!opened) throw notFound();
  const known = PICTURE_TYPES.find((type) => type === opened.contentType);
  const contentType = known ?? 'application/octet-stream';
  if (opened.size > MAX_RESPONSE_BYTES) {
    opened.stream.destroy();
    const url = await signFileLink(deps, original.path, {
      fileName,
      contentType,
      generation: original.generation,
    });
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

/** The worker saves one beside the picture. Until then it is drawn for each request. */
async function answerThumbnail(deps: Deps, original: UploadPlace, left: AbortSignal): Promise<Response> {
  const saved = await readUploadThumbnail(deps, original.path);
  const thumbnail = saved ?? (await drawThumbnail(deps, original, left));
  if (!thumbnail) throw notFound();
  return new Response(new Uint8Array(thumbnail), {
    headers: { 'Content-Type': THUMBNAIL_TYPE, 'Cache-Control': IMAGE_CACHE_CONTROL },
  });
}

const notFound = () => new AppError('not-found', 'Picture not found.');
