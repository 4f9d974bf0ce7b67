/** Generated images for uploads. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';

let pictures = 0;

interface PictureOptions {
  width?: number;
  height?: number;
  format?: 'png' | 'jpeg' | 'webp';
}

/** A gradient of unique colors. */
export function drawPicture({
  width = 48,
  height = 32,
  format = 'png',
}: PictureOptions = {}): Promise<Buffer> {
  pictures += 1;
  const seed = createHash('sha256').update(`${Date.now()}-${process.pid}-${pictures}`).digest();
  return sharp(seed.subarray(0, 27), { raw: { width: 3, height: 3, channels: 3 } })
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .toFormat(format)
    .toBuffer();
}

/** Identifies calls for this image in the sandbox. */
export const digestOf = (picture: Buffer): string => createHash('sha256').update(picture).digest('hex');

/** The same for two files that differ in their metadata only. */
export const digestPixels = async (picture: Buffer): Promise<string> =>
  digestOf(
    await sharp(picture)
      .raw()
      .toBuffer()
      .catch(() => picture),
  );
