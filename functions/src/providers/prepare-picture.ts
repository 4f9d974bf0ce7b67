import type { OriginalPicture } from './edit-request.ts';
import type { MadeImage } from './provider-answer.ts';

/** Models that make pictures look at no more than this; more only takes longer to send. */
const LONGEST_EDGE = 2048;

/** A picture as any model reads it: not too large, in plain sRGB. One that is so already is sent as it is. */
export async function preparePicture(
  { bytes, contentType }: Pick<OriginalPicture, 'bytes' | 'contentType'>,
  transparency: 'kept' | 'on white',
  longestEdge = LONGEST_EDGE,
): Promise<{ bytes: Buffer; contentType: MadeImage['contentType']; isTransparent: boolean }> {
  const { default: sharp } = await import('sharp');
  const image = sharp(bytes, { failOn: 'error' });
  const { width, height, space, depth, icc, hasAlpha, isPalette } = await image.metadata();
  const isSeeThrough = hasAlpha && !(await image.stats()).isOpaque;
  const isTransparent = isSeeThrough && transparency === 'kept';
  const isPlain =
    space === 'srgb' && depth === 'uchar' && !icc && !isPalette && isSeeThrough === isTransparent;
  if (isPlain && contentType !== 'image/gif' && Math.max(width, height) <= longestEdge) {
    return { bytes, contentType, isTransparent };
  }

  const fitted = image
    .resize(longestEdge, longestEdge, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  if (isTransparent) return { bytes: await fitted.png().toBuffer(), contentType: 'image/png', isTransparent };
  const flat = fitted.flatten({ background: '#ffffff' }).jpeg({ quality: 95 });
  return { bytes: await flat.toBuffer(), contentType: 'image/jpeg', isTransparent };
}
