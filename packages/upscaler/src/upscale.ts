import { bleedColours } from './bleed-colours.ts';
import { doubleRows } from './double-rows.ts';
import { encodeJpeg } from './encode-jpeg.ts';
import { encodePng } from './encode-png.ts';
import { encodeWebp } from './encode-webp.ts';
import { applyLevels, measureLevels } from './levels.ts';
import { measureNoise, reduceNoise } from './noise.ts';
import { readPicture, type Picture } from './read-picture.ts';
import type { RowStream } from './row-stream.ts';
import { sharpenRows } from './sharpness.ts';

export interface Image {
  bytes: Buffer;
  contentType: 'image/jpeg' | 'image/png' | 'image/webp';
}

export interface UpscaleOptions {
  scale: 2 | 4;
  /** Also levels, noise and sharpness, where the picture has need of it. */
  enhance: boolean;
  /** Limits the input and the output. */
  maxPixels: number;
}

export interface UpscaledImage extends Image {
  width: number;
  height: number;
}

/** The output would be larger than may be, or than its format can hold. The message is for the person. */
export class TooLargeToUpscale extends Error {}

const PNG_LEVEL = 6;

/** In levels: less is not to be seen, more is taken for part of the picture. */
const LEAST_NOISE = 1;
const MOST_NOISE = 10;

interface Format {
  name: string;
  mostSide: number;
  encode: (picture: RowStream, profile: Buffer | undefined) => Promise<Buffer>;
}

const FORMATS: Record<Image['contentType'], Format> = {
  'image/jpeg': { name: 'JPEG', mostSide: 65_500, encode: encodeJpeg },
  'image/png': {
    name: 'PNG',
    mostSide: Number.POSITIVE_INFINITY,
    encode: (picture, profile) => encodePng(picture, profile, PNG_LEVEL),
  },
  'image/webp': { name: 'WebP', mostSide: 16_383, encode: encodeWebp },
};

/**
 * The picture at 2 or 4 times its size, by super-resolution, in the format it came in, with its colour profile. Memory
 * does not grow with the picture, but for the finished file (and what WebP's own encoder needs).
 */
export async function upscale(
  original: Image,
  { scale, enhance, maxPixels }: UpscaleOptions,
  signal: AbortSignal,
): Promise<UpscaledImage> {
  const picture = await readPicture(original.bytes, maxPixels);
  const format = FORMATS[original.contentType];
  refuseTooLarge(picture, scale, format, maxPixels);
  let rows = bleedColours(picture.rows);
  if (enhance) rows = await enhanceBefore(rows, picture);
  for (let times = 1; times < scale; times *= 2) rows = doubleRows(rows, signal);
  if (enhance) rows = sharpenRows(rows);
  const { width, height } = rows;
  return {
    bytes: await format.encode(rows, picture.profile),
    contentType: original.contentType,
    width,
    height,
  };
}

function refuseTooLarge(picture: Picture, scale: number, format: Format, maxPixels: number): void {
  const width = picture.width * scale;
  const height = picture.height * scale;
  if (width * height > maxPixels) {
    throw new TooLargeToUpscale(
      `At ${scale}x this picture would have ${inMegapixels(width * height)} megapixels; the most is ${inMegapixels(maxPixels)}.`,
    );
  }
  if (Math.max(width, height) > format.mostSide) {
    throw new TooLargeToUpscale(
      `At ${scale}x this picture would be ${Math.max(width, height)} pixels long; a ${format.name} can be ${format.mostSide}.`,
    );
  }
}

/** Upwards, so that what is too large never reads as what is allowed. */
const inMegapixels = (pixels: number) => Math.ceil(pixels / 1_000_000);

/** Each only where the picture has need of it: what is fine already is left alone. */
async function enhanceBefore(rows: RowStream, picture: Picture): Promise<RowStream> {
  const noise = await measureNoise(picture);
  const levels = await measureLevels(picture);
  const calm = noise < LEAST_NOISE ? rows : reduceNoise(rows, Math.min(MOST_NOISE, noise));
  return levels ? applyLevels(calm, levels) : calm;
}
