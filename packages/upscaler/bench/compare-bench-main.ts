/**
 * `compare-bench-main.ts PHOTOGRAPH`: halves its center, enlarges it in three ways, and prints how similar
 * each result is to the original.
 */
import sharp from 'sharp';
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

const SIDE = 1024;

async function readMiddle(photograph: string): Promise<Square> {
  const { width, height } = await sharp(photograph).metadata();
  const [left, top] = [(width - SIDE) >> 1, (height - SIDE) >> 1];
  return {
    side: SIDE,
    pixels: await readPixels(sharp(photograph).extract({ left, top, width: SIDE, height: SIDE })),
  };
}

async function enlargeByModel(small: Square): Promise<Buffer> {
  const { bytes } = await upscale(
    { bytes: await openSquare(small).png().toBuffer(), contentType: 'image/png' },
    { scale: 2, enhance: false, maxPixels: 100_000_000 },
    new AbortController().signal,
  );
  return readPixels(sharp(bytes));
}

const truth = await readMiddle(process.argv[2] ?? '');
const small = halve(truth);
const measure = (pixels: Buffer) => ({
  psnr: measurePsnr(pixels, truth.pixels),
  ssim: measureSimilarity({ side: SIDE, pixels }, truth),
});
process.stdout.write(
  JSON.stringify({
    ours: measure(await enlargeByModel(small)),
    lanczos: measure(enlargeByLanczos(small).pixels),
    sharp: measure(await readPixels(openSquare(small).resize(SIDE, SIDE))),
  }),
);
