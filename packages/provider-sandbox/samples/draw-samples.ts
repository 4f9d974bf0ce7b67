/** Draws the sample pictures of the stylizer's presets anew: `node local/samples/draw-samples.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { makePicture } from '../src/pictures/make-picture.ts';
import { stylePicture } from '../src/pictures/style-picture.ts';
import { cat } from './cat.ts';
import { portrait } from './portrait.ts';

const presets = [
  'anime',
  'renaissance',
  'goth',
  'studioghibli',
  'chibi',
  'pixel',
  'synthwave',
  'coloringbook',
  'favicon',
];
const folder = new URL('../../../web/public/presets/', import.meta.url);
const edge = 384;
const mostBytes = 25_000;

const drawScene = async (prompt: string, seed: string) => {
  const request = { prompt, seed, width: 1_024, height: 1_024, format: 'png', transparent: false } as const;
  return (await makePicture(request)).bytes;
};

const subjects = [
  Buffer.from(portrait),
  Buffer.from(cat),
  await drawScene('flowers in a pink garden', '1'),
  await drawScene('mountains at dawn', '1'),
];

/** As good as fits into the size of a tile's picture. */
async function encode(picture: Buffer): Promise<Buffer> {
  for (let quality = 86; ; quality -= 6) {
    const bytes = await sharp(picture).webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length <= mostBytes || quality <= 50) return bytes;
  }
}

await mkdir(folder, { recursive: true });
for (const preset of presets) {
  for (const [index, subject] of subjects.entries()) {
    const styled = await (await stylePicture(subject, preset)).png().toBuffer();
    // Blocks stay blocks.
    const kernel = preset === 'pixel' ? 'nearest' : 'lanczos3';
    const tile = await sharp(styled).resize(edge, edge, { kernel }).png().toBuffer();
    await writeFile(new URL(`${preset}-${index + 1}.webp`, folder), await encode(tile));
  }
}
