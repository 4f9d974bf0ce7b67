import { loadSharp } from '../../pictures/load-sharp.ts';
import { withPictureMemory } from '../../pictures/picture-memory.ts';
import type { OriginalPicture } from '../edit-request.ts';
import { preparePicture } from '../prepare-picture.ts';

/** Edited pictures are no larger than this. */
const MAX_EDGE = 1536;
/** A hundred of them, in Base64, stay below what a batch of OpenAI may have: 200 MB. */
const MAX_BYTES = 1_400_000;
const QUALITY = 90;

/** Prepares a picture as for a call now, but small: all pictures of a batch are sent in one file. */
export async function prepareSmallPicture(
  picture: Pick<OriginalPicture, 'bytes' | 'contentType'>,
  transparency: 'kept' | 'on white',
  signal: AbortSignal,
  maxEdge = MAX_EDGE,
) {
  const prepared = await preparePicture(picture, transparency, signal, maxEdge);
  if (prepared.bytes.length <= MAX_BYTES) return prepared;
  const sharp = await loadSharp();
  const image = sharp(prepared.bytes);
  const format = prepared.isTransparent ? 'webp' : 'jpeg';
  const draw = () => image.toFormat(format, { quality: QUALITY }).toBuffer();
  const bytes = await withPictureMemory(await image.metadata(), { format }, draw, { signal });
  return { bytes, contentType: `image/${format}` as const, isTransparent: prepared.isTransparent };
}
