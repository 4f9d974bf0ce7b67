import { encode } from '../pictures/encode.ts';
import type { Picture, PictureRequest } from '../pictures/make-picture.ts';
import { stylePicture } from '../pictures/style-picture.ts';

/** The uploaded picture in the style of the prompt, cropped to the requested size. */
export async function editPicture(
  original: Buffer,
  { prompt, width, height, format, transparent }: Omit<PictureRequest, 'seed'>,
): Promise<Picture> {
  const styled = await stylePicture(original, prompt, { width, height });
  return { bytes: await encode(transparent ? styled : styled.flatten({ background: '#ffffff' }), format) };
}
