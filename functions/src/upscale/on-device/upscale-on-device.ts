import { MOST_PIXELS } from '@portal/contracts/uploads';
import type { MadeImage } from '../../providers/provider-answer.ts';
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

interface Options {
  scale: 2 | 4;
  /** Also levels, noise and sharpness, where the picture has need of it. */
  enhance: boolean;
}

interface Upscaled extends MadeImage {
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

const FORMATS: Record<MadeImage['contentType'], Format> = {
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
export async function upscaleOnDevice(
  original: Pick<MadeImage, 'bytes' | 'contentType'>,
  { scale, enhance }: Options,
  signal: AbortSignal,
): Promise<Upscaled> {
  const picture = await readPicture(original.bytes);
  const format = FORMATS[original.contentType];
  refuseTooLarge(picture, scale, format);
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

function refuseTooLarge(picture: Picture, scale: number, format: Format): void {
  const width = picture.width * scale;
  const height = picture.height * scale;
  if (width * height > MOST_PIXELS) {
    throw new TooLargeToUpscale(
      `At ${scale}x this picture would have ${inMegapixels(width * height)} megapixels; the most is ${inMegapixels(MOST_PIXELS)}.`,
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
