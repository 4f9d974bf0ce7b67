/**
 * `compare-bench-main.ts PICTURE [OUTPUT]`: halves its center, enlarges it in five ways, and prints how similar each result is
 * to the original. OUTPUT: a PNG of their centers at 1:1, from left to right the original, Lanczos, sharp, best and fast.
 */
import sharp, { type Sharp } from 'sharp';
import { measureSimilarity } from '../src/testing/measure-similarity.ts';
import {
  enlargeByLanczos,
  halve,
  measurePsnr,
  openSquare,
  readPixels,
  type Square,
} from '../src/testing/images.ts';
import { upscale } from '../src/upscale.ts';
import { enlargeWithSharp } from './enlarge-with-sharp.ts';

const MAX_SIDE = 1024;
const SHOWN = 400;

async function readMiddle(picture: string): Promise<Square> {
  const { width, height } = await sharp(picture).metadata();
  const smallest = Math.min(MAX_SIDE, width, height);
  const side = smallest - (smallest % 2);
  const [left, top] = [(width - side) >> 1, (height - side) >> 1];
  const middle = sharp(picture).extract({ left, top, width: side, height: side });
  return { side, pixels: await readPixels(middle.flatten({ background: '#fff' }).toColourspace('srgb')) };
}

async function enlargeByModel(small: Square, quality: 'best' | 'fast'): Promise<Buffer> {
  const { bytes } = await upscale(
    { bytes: await openSquare(small).png().toBuffer(), contentType: 'image/png' },
    { scale: 2, enhance: false, quality, maxPixels: 100_000_000 },
    new AbortController().signal,
  );
  return readPixels(sharp(bytes));
}

/** At 1:1. */
async function writeSideBySide(output: string, pictures: readonly Square[]): Promise<void> {
  const crop = ({ side, pixels }: Square): Sharp => {
    const start = Math.max(0, (side - SHOWN) >> 1);
    const shown = Math.min(SHOWN, side);
    return openSquare({ side, pixels }).extract({ left: start, top: start, width: shown, height: shown });
  };
  const tiles = await Promise.all(pictures.map((picture) => crop(picture).png().toBuffer()));
  await sharp({
    create: { width: SHOWN * tiles.length, height: SHOWN, channels: 3, background: '#000' },
  })
    .composite(tiles.map((input, index) => ({ input, left: index * SHOWN, top: 0 })))
    .png()
    .toFile(output);
}

const [picture = '', output] = process.argv.slice(2);
const truth = await readMiddle(picture);
const small = halve(truth);
const results = {
  best: await enlargeByModel(small, 'best'),
  fast: await enlargeByModel(small, 'fast'),
  lanczos: enlargeByLanczos(small).pixels,
  sharp: await enlargeWithSharp(small),
  /** As people call it. */
  resize: await readPixels(openSquare(small).resize(truth.side, truth.side)),
};
const toSquare = (pixels: Buffer): Square => ({ side: truth.side, pixels });
if (output !== undefined) {
  const { best, fast, lanczos, sharp: bySharp } = results;
  await writeSideBySide(output, [truth, ...[lanczos, bySharp, best, fast].map(toSquare)]);
}
process.stdout.write(
  JSON.stringify(
    Object.fromEntries(
      Object.entries(results).map(([name, pixels]) => [
        name,
        { psnr: measurePsnr(pixels, truth.pixels), ssim: measureSimilarity(toSquare(pixels), truth) },
      ]),
    ),
  ),
);
