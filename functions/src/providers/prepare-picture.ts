import type { OriginalPicture } from './edit-request.ts';
import type { MadeImage } from './provider-answer.ts';

/** Image models use no more than this; more only takes longer to send. */
const MAX_EDGE = 2048;

/** Resizes a picture to what models use, in sRGB. Unchanged if it already fits. */
export async function preparePicture(
  { bytes, contentType }: Pick<OriginalPicture, 'bytes' | 'contentType'>,
  transparency: 'kept' | 'on white',
  maxEdge = MAX_EDGE,
): Promise<{ bytes: Buffer; contentType: MadeImage['contentType']; isTransparent: boolean }> {
  const { default: sharp } = await import('sharp');
  const image = sharp(bytes, { failOn: 'error' });
  const { width, height, space, depth, icc, hasAlpha, isPalette } = await image.metadata();
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
