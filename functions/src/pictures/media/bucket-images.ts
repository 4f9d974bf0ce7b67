/**
 * results/{public id} in Cloud Storage: images that the media service does not take. They live as long as the others and are
 * served the same way. See docs/decisions/014.
 */
import { THUMBNAIL_TYPE } from '@portal/contracts/batch-calls';
import { z } from 'zod';
import { makeThumbnail, thumbnailPathOf } from '../make-thumbnail.ts';
import type { FileStorage } from '../../platform/files/file-storage.ts';
import { saveFile } from '../../platform/files/save-file.ts';
import { toWeb } from '../../platform/to-web.ts';
import { MediaError } from './media-error.ts';
import type { OpenImage } from './media-service.ts';
import type { StoredImage } from './stored-image.ts';

const ROOT = 'results/';
/** The picture is made already: its thumbnail must not wait behind others. */
const URGENT = { isUrgent: true };

/** Of one batch, given the batch's folder at the media service. */
export const bucketImageFolder = (folder: string): string => `${ROOT}${folder}/`;
export const BUCKET_IMAGES = ROOT;
export const bucketImagePath = (publicId: string): string => `${ROOT}${publicId}`;

interface NewBucketImage {
  publicId: string;
  bytes: Buffer;
  contentType: string;
  format: StoredImage['format'];
  width: number;
  height: number;
  context: Record<string, string>;
}

const MetadataSchema = z.object({
  size: z.coerce.number(),
  timeCreated: z.string(),
  metadata: z.object({
    format: z.enum(['png', 'jpg', 'webp']),
    width: z.coerce.number(),
    height: z.coerce.number(),
    context: z.string(),
  }),
});
const ContextSchema = z.record(z.string(), z.string());

/** Storing again overwrites. The image comes last, so that it never lacks its thumbnail. */
export async function saveBucketImage({ bucket }: FileStorage, image: NewBucketImage): Promise<StoredImage> {
  const { publicId, bytes, contentType, context, ...facts } = image;
  const path = bucketImagePath(publicId);
  const thumbnail = await makeThumbnail(bytes, URGENT);
  await saveFile(bucket().file(thumbnailPathOf(path)), thumbnail, { contentType: THUMBNAIL_TYPE });
  await saveFile(bucket().file(path), bytes, {
    contentType,
    metadata: {
      metadata: {
        format: facts.format,
        width: String(facts.width),
        height: String(facts.height),
        context: JSON.stringify(context),
      },
    },
  });
  return {
    publicId,
    ...facts,
    version: 0,
    bytes: bytes.length,
    createdAt: new Date().toISOString(),
    isInBucket: true,
  };
}

export async function findBucketImage(
  { bucket }: FileStorage,
  publicId: string,
): Promise<(StoredImage & { context: Record<string, string> }) | undefined> {
  const file = bucket().file(bucketImagePath(publicId));
  const [exists] = await file.exists();
  if (!exists) return undefined;
  const [found] = await file.getMetadata();
  const { size, timeCreated, metadata } = MetadataSchema.parse(found);
  const { context, ...facts } = metadata;
  return {
    publicId,
    ...facts,
    version: 0,
    bytes: size,
    createdAt: timeCreated,
    isInBucket: true,
    context: ContextSchema.parse(JSON.parse(context)),
  };
}

const OpenedSchema = z.object({ size: z.coerce.number(), contentType: z.string() });
const NotFoundSchema = z.object({ code: z.literal(404) });

export async function openBucketImage(
  { bucket }: FileStorage,
  { publicId }: StoredImage,
  variant: 'full' | 'thumbnail',
): Promise<OpenImage> {
  const path = bucketImagePath(publicId);
  const fail = (error: unknown): never => {
    if (NotFoundSchema.safeParse(error).success) throw new MediaError('open an image', 404, publicId);
    throw error;
  };
  if (variant === 'thumbnail') {
    // One request instead of two.
    const [bytes] = await bucket().file(thumbnailPathOf(path)).download().catch(fail);
    const body = new Blob([new Uint8Array(bytes)]).stream();
    return { body, contentType: THUMBNAIL_TYPE, contentLength: bytes.length };
  }
  const file = bucket().file(path);
  const [metadata] = await file.getMetadata().catch(fail);
  const { size, contentType } = OpenedSchema.parse(metadata);
  return { body: toWeb(file.createReadStream()), contentType, contentLength: size };
}
