import type { Metadata, Sharp } from 'sharp';
import { loadSharp } from '../pictures/load-sharp.ts';
import { withPictureMemory } from '../pictures/picture-memory.ts';
import { AcquireAborted } from '../platform/weighted-semaphore.ts';
import { CallFailed } from './call-provider.ts';
import type { OriginalPicture } from './edit-request.ts';
import type { MadeImage } from './provider-answer.ts';

/** Image models use no more than this; more only takes longer to send. */
const MAX_EDGE = 2048;

interface PreparedPicture {
  bytes: Buffer;
  contentType: MadeImage['contentType'];
  isTransparent: boolean;
}

/** Resizes a picture to what models use, in sRGB. Unchanged if it already fits. */
export async function preparePicture(
  picture: Pick<OriginalPicture, 'bytes' | 'contentType'>,
  transparency: 'kept' | 'on white',
  signal: AbortSignal,
  maxEdge = MAX_EDGE,
): Promise<PreparedPicture> {
  const sharp = await loadSharp();
  const image = sharp(picture.bytes, { failOn: 'error' });
  const metadata = await image.metadata();
  try {
    const draw = () => resize(picture, image, metadata, transparency, maxEdge);
    return await withPictureMemory(metadata, {}, draw, { signal });
  } catch (error) {
    if (error instanceof AcquireAborted)
      throw new CallFailed({ kind: 'not-sent', detail: 'no memory in time' });
    throw error;
  }
}

async function resize(
  { bytes, contentType }: Pick<OriginalPicture, 'bytes' | 'contentType'>,
  image: Sharp,
  { width, height, space, depth, icc, hasAlpha, isPalette }: Metadata,
  transparency: 'kept' | 'on white',
  maxEdge: number,
): Promise<PreparedPicture> {
  const hasTransparency = hasAlpha && !(await image.stats()).isOpaque;
  const isTransparent = hasTransparency && transparency === 'kept';
  const isPlain =
    space === 'srgb' && depth === 'uchar' && !icc && !isPalette && hasTransparency === isTransparent;
  if (isPlain && contentType !== 'image/gif' && Math.max(width, height) <= maxEdge) {
    return { bytes, contentType, isTransparent };
  }

  const fitted = image
    .resize(maxEdge, maxEdge, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  if (isTransparent) return { bytes: await fitted.png().toBuffer(), contentType: 'image/png', isTransparent };
  const flat = fitted.flatten({ background: '#ffffff' }).jpeg({ quality: 95 });
  return { bytes: await flat.toBuffer(), contentType: 'image/jpeg', isTransparent };
}
