import type { Picture, PictureRequest } from '../pictures/make-picture.ts';
import { stylePicture } from '../pictures/style-picture.ts';

/** A larger file is cheaper than its compression. */
const encodings = {
  png: { compressionLevel: 2 },
  jpeg: { quality: 88 },
  webp: { effort: 0, quality: 85 },
};

/** The uploaded picture, restyled as the prompt says and cut to the shape that was asked for. */
export async function editPicture(
  original: Buffer,
  { prompt, width, height, format, transparent }: Omit<PictureRequest, 'seed'>,
): Promise<Picture> {
  const styled = (await stylePicture(original, prompt)).resize(width, height, { fit: 'cover' });
  const image = transparent ? styled : styled.flatten({ background: '#ffffff' });
  return { bytes: await image.toFormat(format, encodings[format]).toBuffer() };
}
