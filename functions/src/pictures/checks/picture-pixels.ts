import type { Sharp } from 'sharp';
import { MAX_MEASURED_PIXELS } from '../picture-memory.ts';
import { inBands } from './in-bands.ts';

/** RGB, 8 bits: the whole of `data`, or a part of it. */
export interface PicturePixels {
  width: number;
  height: number;
  data: Uint8Array;
  /** Of the first pixel, and from one row to the next, in pixels. */
  start: number;
  stride: number;
}

/** RGB or RGBA, 8 bits. */
export interface DecodedPicture {
  width: number;
  height: number;
  data: Buffer;
  channels: 3 | 4;
  /** Pixels of the file for one of these, along an edge. */
  reduction: number;
}

/** Decodes the picture to the last row, as a check of the file. */
export async function decodePicture(image: Sharp): Promise<DecodedPicture> {
  const size = await image.metadata();
  const scale = Math.sqrt(MAX_MEASURED_PIXELS / (size.width * size.height));
  const reduced =
    scale < 1
      ? image.resize({ width: Math.max(1, Math.floor(size.width * scale)), fastShrinkOnLoad: false })
      : image;
  const { data, info } = await reduced
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { width, height, data, channels: info.channels === 4 ? 4 : 3, reduction: size.width / width };
}

/** Shows transparent parts on white, as exports do. Takes the memory of the picture. */
export async function flattenPicture({
  width,
  height,
  data,
  channels,
}: DecodedPicture): Promise<PicturePixels> {
  const whole = { width, height, start: 0, stride: width };
  if (channels === 3) return { ...whole, data };
  await inBands(height, width, (first, end) => {
    for (let at = first * width; at < end * width; at += 1) {
      const alpha = data[4 * at + 3] ?? 0;
      const white = 255 * (255 - alpha);
      for (let channel = 0; channel < 3; channel += 1)
        data[3 * at + channel] = Math.round(((data[4 * at + channel] ?? 0) * alpha + white) / 255);
    }
  });
  return { ...whole, data: data.subarray(0, 3 * width * height) };
}
