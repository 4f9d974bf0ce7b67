import type { ToolName } from '@portal/contracts/batches';
import { PICTURE_TYPES } from '@portal/contracts/picture-type';
import { uploadPath } from '@portal/contracts/uploads';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { toWeb } from '../../platform/to-web.ts';
import { inspectPicture } from '../../uploads/inspect-picture.ts';
import { openUpload, readUpload } from '../../uploads/upload-store.ts';
import { readOwnBatch } from '../store/batch-store.ts';
import { IMAGE_CACHE_CONTROL } from './stream-image.ts';

const THUMBNAIL_PX = 320;

/** Streams an upload to its owner, never with a content type that a browser would execute. */
export async function streamOriginal(
  deps: Deps,
  tool: ToolName,
  owner: string,
  { id, index }: { id: string; index: number },
  variant: 'full' | 'thumbnail',
): Promise<Response> {
  const { uploads, filesDeleted } = await readOwnBatch(deps.firestore, tool, owner, id);
  const file = uploads?.files[index];
  if (!uploads || !file || filesDeleted) throw notFound();
  const path = uploadPath(owner, uploads.folder, file.id);
  return variant === 'full' ? answerFile(deps, path) : answerThumbnail(deps, path);
}

async function answerFile(deps: Deps, path: string): Promise<Response> {
  const opened = await openUpload(deps, path);
  if (!opened) throw notFound();
  const contentType = PICTURE_TYPES.find((type) => type === opened.contentType);
  return new Response(toWeb(opened.stream), {
    headers: {
      'Content-Type': contentType ?? 'application/octet-stream',
      'Content-Length': String(opened.size),
      'Cache-Control': IMAGE_CACHE_CONTROL,
    },
  });
}

/** Made per request: the browser caches it for the life of the batch. */
async function answerThumbnail(deps: Deps, path: string): Promise<Response> {
  const bytes = await readUpload(deps, path);
  const inspection = bytes && (await inspectPicture(bytes, { types: PICTURE_TYPES, takesAnimated: true }));
  if (inspection?.kind !== 'picture') throw notFound();
  const { default: sharp } = await import('sharp');
  const thumbnail = await sharp(inspection.picture.bytes)
    .resize({ width: THUMBNAIL_PX, height: THUMBNAIL_PX, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
  return new Response(new Uint8Array(thumbnail), {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': IMAGE_CACHE_CONTROL },
  });
}

const notFound = () => new AppError('not-found', 'Picture not found.');
