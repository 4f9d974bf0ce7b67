/** Pictures that an agency would call similar, and others that only share a theme. */
import type { Random } from '@portal/provider-sandbox/random';
import sharp from 'sharp';
import { open, toPixels, type BasePicture, type Pixels } from './base-picture.ts';

type Vary = (pixels: Pixels, random: Random) => Promise<[Pixels, Pixels]>;

async function crop(
  { width, height, ...pixels }: Pixels,
  [left, top, right, bottom]: readonly [number, number, number, number],
): Promise<Pixels> {
  const [x, y] = [Math.round(left * width), Math.round(top * height)];
  const box = {
    left: x,
    top: y,
    width: Math.round((1 - right) * width) - x,
    height: Math.round((1 - bottom) * height) - y,
  };
  return toPixels(open({ ...pixels, width, height }).extract(box));
}

const varyCrop: Vary = async (pixels, random) => {
  const edge = () => random.between(0, 0.07);
  return [pixels, await crop(pixels, [edge(), edge(), edge(), edge()])];
};

const varyShift: Vary = async (pixels, random) => {
  const [x, y] = [random.between(0.02, 0.06), random.between(0, 0.05)];
  return [await crop(pixels, [0, 0, x, y]), await crop(pixels, [x, y, 0, 0])];
};

const varyColor: Vary = async (pixels, random) => {
  const image = open(pixels);
  if (random.chance(0.25)) return [pixels, await toPixels(image.modulate({ saturation: 0 }))];
  const hue = Math.round(random.between(12, 40)) * random.pick([1, -1]);
  return [pixels, await toPixels(image.modulate({ hue, saturation: random.between(0.5, 1.4) }))];
};

const varyBrightness: Vary = async (pixels, random) => {
  const [gain, lift] = [random.between(0.75, 1.3), random.between(-15, 15)];
  return [pixels, await toPixels(open(pixels).linear(gain, lift))];
};

const varyMirror: Vary = async (pixels) => [pixels, await toPixels(open(pixels).flop())];

const varyFile: Vary = async (pixels, random) => {
  const width = Math.round(pixels.width * random.between(0.4, 0.8));
  const file = open(pixels).resize({ width });
  return [pixels, await toPixels(sharp(await file.jpeg({ quality: random.integer(25, 60) }).toBuffer()))];
};

/** A balloon, a bird or a box of a tenth of the picture. */
function addObject({ width, height, ...pixels }: Pixels, random: Random, at: readonly [number, number]) {
  const size = Math.min(width, height) * random.between(0.06, 0.12);
  const [x, y] = [at[0] * width, at[1] * height];
  const color = `hsl(${random.integer(0, 359)}, 70%, ${random.integer(25, 75)}%)`;
  const shapes = [
    `<circle cx="${x}" cy="${y}" r="${size / 2}" fill="${color}"/>`,
    `<rect x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size * 0.7}" fill="${color}"/>`,
    `<path d="M${x - size} ${y} q${size / 2} ${-size * 0.6} ${size} 0 q${size / 2} ${-size * 0.6} ${size} 0 q${-size} ${size * 0.2} ${-2 * size} 0Z" fill="${color}"/>`,
  ] as const;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${random.pick(shapes)}</svg>`;
  return toPixels(open({ ...pixels, width, height }).composite([{ input: Buffer.from(svg) }]));
}

const place = (random: Random) => [random.between(0.15, 0.85), random.between(0.15, 0.85)] as const;

const varyAddition: Vary = async (pixels, random) => [pixels, await addObject(pixels, random, place(random))];

const varyPlace: Vary = async (pixels, random) => [
  await addObject(pixels, random, place(random)),
  await addObject(pixels, random, place(random)),
];

const varyMuch: Vary = async (pixels, random) => {
  const [, cropped] = await varyCrop(pixels, random);
  const [, changed] = await (random.chance(0.5) ? varyBrightness : varyColor)(cropped, random);
  return [pixels, changed];
};

const VARIATIONS = [
  varyCrop,
  varyShift,
  varyColor,
  varyBrightness,
  varyMirror,
  varyFile,
  varyAddition,
  varyPlace,
  varyMuch,
];

/** Each kind of variation in turn. */
export const makeAlike = (
  { pixels }: BasePicture,
  index: number,
  random: Random,
): Promise<[Pixels, Pixels]> => (VARIATIONS[index % VARIATIONS.length] ?? varyMuch)(pixels, random);
