import { bleedColors } from './bleed-colors.ts';
import { doubleRows } from './double-rows.ts';
import { encodeJpeg } from './encode-jpeg.ts';
import { encodePng } from './encode-png.ts';
import { encodeWebp } from './encode-webp.ts';
import { applyLevels, measureLevels } from './stretch-levels.ts';
import { measureNoise, reduceNoise } from './reduce-noise.ts';
import type { Quality } from './model.ts';
import { readImage, type SourceImage } from './read-image.ts';
import type { RowStream } from './row-stream.ts';
import { sharpenRows } from './sharpen.ts';

export interface Image {
  bytes: Buffer;
  contentType: 'image/jpeg' | 'image/png' | 'image/webp';
}

export interface UpscaleOptions {
  scale: 2 | 4;
  /** Reduces noise, stretches levels and sharpens, where the image needs it. */
  enhance: boolean;
  /** `fast` takes a quarter of the time and is slightly less exact. Default: `best`. */
  quality?: Quality | undefined;
  /** Limits the input and the output. */
  maxPixels: number;
}

export interface UpscaledImage extends Image {
  width: number;
  height: number;
}

/** The output would exceed `maxPixels` or the limit of its format. The message can be shown to a person. */
export class ImageTooLargeError extends Error {}

const PNG_LEVEL = 6;

/** In levels: less is invisible, more is probably part of the image. */
const MIN_NOISE = 1;
const MAX_NOISE = 10;

interface Format {
  name: string;
  maxSide: number;
  encode: (image: RowStream, profile: Buffer | undefined) => Promise<Buffer>;
}

const FORMATS: Record<Image['contentType'], Format> = {
  'image/jpeg': { name: 'JPEG', maxSide: 65_500, encode: encodeJpeg },
  'image/png': {
    name: 'PNG',
    maxSide: Number.POSITIVE_INFINITY,
    encode: (image, profile) => encodePng(image, profile, PNG_LEVEL),
  },
  'image/webp': { name: 'WebP', maxSide: 16_383, encode: encodeWebp },
};

/**
 * Enlarges an image 2 or 4 times by super-resolution and keeps its format and color profile. Memory does not grow with the
 * image, except for the finished file (and for WebP's encoder). `onProgress` gets the share that is done, from 0 to 1.
 */
export async function upscale(
  original: Image,
  { scale, enhance, quality = 'best', maxPixels }: UpscaleOptions,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => undefined,
): Promise<UpscaledImage> {
  const image = await readImage(original.bytes, maxPixels);
  const format = FORMATS[original.contentType];
  assertFits(image, scale, format, maxPixels);
  let rows = bleedColors(image.rows);
  if (enhance) rows = await enhanceSource(rows, image);
  for (let times = 1; times < scale; times *= 2) rows = doubleRows(rows, quality, signal);
  if (enhance) rows = sharpenRows(rows);
  rows = reportRows(rows, onProgress);
  const { width, height } = rows;
  return {
    bytes: await format.encode(rows, image.profile),
    contentType: original.contentType,
    width,
    height,
  };
}

/** The last rows are ready when nearly all is done: each stage takes what it needs from the one before. */
function reportRows(image: RowStream, onProgress: (share: number) => void): RowStream {
  async function* report(): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of image.rows) {
      bytes += chunk.length;
      onProgress(bytes / (image.width * image.height * image.channels));
      yield chunk;
    }
  }
  return { ...image, rows: report() };
}

function assertFits(image: SourceImage, scale: number, format: Format, maxPixels: number): void {
  const width = image.width * scale;
  const height = image.height * scale;
  if (width * height > maxPixels) {
    throw new ImageTooLargeError(
      `At ${scale}x this image would have ${inMegapixels(width * height)} megapixels. The maximum is ${inMegapixels(maxPixels)}.`,
    );
  }
  if (Math.max(width, height) > format.maxSide) {
    throw new ImageTooLargeError(
      `At ${scale}x this image would be ${Math.max(width, height)} pixels long. The maximum of ${format.name} is ${format.maxSide}.`,
    );
  }
}

/** Rounded up, so that a rejected size never reads as an allowed one. */
const inMegapixels = (pixels: number) => Math.ceil(pixels / 1_000_000);

/** Applies each step only where the image needs it. */
async function enhanceSource(rows: RowStream, image: SourceImage): Promise<RowStream> {
  const noise = await measureNoise(image);
  const levels = await measureLevels(image);
  const denoised = noise < MIN_NOISE ? rows : reduceNoise(rows, Math.min(MAX_NOISE, noise));
  return levels ? applyLevels(denoised, levels) : denoised;
}
