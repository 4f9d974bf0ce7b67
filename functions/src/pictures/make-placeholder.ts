/** ThumbHashes: about 25 bytes that a page shows until a picture has loaded. See docs/decisions/019. */
import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { AcquireOptions } from '../platform/weighted-semaphore.ts';
import { loadSharp } from './load-sharp.ts';
import { withPictureMemory } from './picture-memory.ts';

/** A hash has at most seven waves across: more pixels only take longer. */
const EDGE_PX = 32;

/** In Base64. */
export async function makePlaceholder(bytes: Buffer, options?: AcquireOptions): Promise<string> {
  const sharp = await loadSharp();
  const image = sharp(bytes);
  const metadata = await image.metadata();
  return withPictureMemory(metadata, {}, () => drawPlaceholder(image), options);
}

/** Decodes the picture to the last row, as a check of the file. */
export async function drawPlaceholder(image: Sharp): Promise<string> {
  const { data, info } = await image
    .resize({ width: EDGE_PX, height: EDGE_PX, fit: 'inside', fastShrinkOnLoad: false })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
