/** ThumbHashes: about 25 bytes that a page shows until a picture has loaded. See docs/decisions/019. */
import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

/** A hash has at most seven waves across: more pixels only take longer. */
const EDGE_PX = 32;

/** RGBA, 8 bits. */
export interface TinyPicture {
  width: number;
  height: number;
  data: Buffer;
}

/** In Base64. */
export const drawPlaceholder = async (image: Sharp): Promise<string> =>
  encodePlaceholder(await makeTinyPicture(image));

export async function makeTinyPicture(image: Sharp): Promise<TinyPicture> {
  const { data, info } = await image
    .resize({ width: EDGE_PX, height: EDGE_PX, fit: 'inside', fastShrinkOnLoad: false })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

export const encodePlaceholder = ({ width, height, data }: TinyPicture): string =>
  Buffer.from(rgbaToThumbHash(width, height, data)).toString('base64');
