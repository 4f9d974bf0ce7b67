/** Makes a picture that has one flaw of one that has none. */
import { FlawKindSchema, type FlawKind, type Side } from '@portal/contracts/checks';
import type { Random } from '@portal/provider-sandbox/random';
import sharp from 'sharp';
import { open, toPixels, type BasePicture, type Pixels } from './base-picture.ts';

type Plant = (base: BasePicture, random: Random) => Pixels | Promise<Pixels>;

const clamp = (value: number) => Math.max(0, Math.min(255, Math.round(value)));

function change({ data, width, height }: Pixels, toValue: (value: number, index: number) => number): Pixels {
  const changed = Buffer.alloc(data.length);
  for (let index = 0; index < data.length; index += 1)
    changed[index] = clamp(toValue(data[index] ?? 0, index));
  return { data: changed, width, height };
}

/** Out of focus, or enlarged. */
const plantSoft: Plant = async ({ pixels }, random) => {
  const { width, height } = pixels;
  if (random.chance(0.5)) return toPixels(open(pixels).blur(random.between(2.2, 5)));
  const small = open(pixels).resize({ width: Math.round(width / random.between(4, 6)) });
  return toPixels(sharp(await small.png().toBuffer()).resize({ width, height, fit: 'fill' }));
};

/** Of each channel, or of all together; as it is, or grown together by a camera's own processing. */
const plantNoise: Plant = ({ pixels }, random) => {
  const deviation = random.between(10, 24);
  const isGray = random.chance(0.3);
  const isCoarse = random.chance(0.3);
  let noise = new Float32Array(pixels.data.length);
  for (let index = 0; index < noise.length; index += 1)
    noise[index] =
      isGray && index % 3 > 0
        ? (noise[index - 1] ?? 0)
        : deviation * Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  if (isCoarse) noise = noise.map((value, index) => 0.8 * value + 0.6 * (noise[index - 3] ?? 0));
  return change(pixels, (value, index) => value + (noise[index] ?? 0));
};

/** The level that this share of the pixels does not exceed, by their lowest or highest channel. */
function findQuantile({ data }: Pixels, share: number, ofChannels: (...values: number[]) => number): number {
  const histogram = new Uint32Array(256);
  for (let index = 0; index < data.length; index += 3) {
    const level = ofChannels(data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0);
    histogram[level] = (histogram[level] ?? 0) + 1;
  }
  let left = (share * data.length) / 3;
  let level = 0;
  for (; level < 255 && left > (histogram[level] ?? 0); level += 1) left -= histogram[level] ?? 0;
  return level;
}

const plantHighlights: Plant = ({ pixels }, random) => {
  const top = Math.max(60, findQuantile(pixels, random.between(0.65, 0.88), Math.min));
  return change(pixels, (value) => (value * 262) / top);
};

const plantShadows: Plant = ({ pixels }, random) => {
  const floor = Math.min(190, findQuantile(pixels, random.between(0.12, 0.35), Math.max) + 4);
  return change(pixels, (value) => ((value - floor) * 250) / (255 - floor));
};

const plantBanding: Plant = ({ pixels }, random) => {
  const step = random.between(6, 14);
  return change(pixels, (value) => Math.round(value / step) * step);
};

/** Then cropped, so that the blocks begin anywhere. */
const plantBlocks: Plant = async ({ pixels }, random) => {
  const quality = random.integer(8, 28);
  const [left, top] = [random.integer(0, 7), random.integer(0, 7)];
  const file = await open(pixels).jpeg({ quality }).toBuffer();
  const { width, height } = pixels;
  return toPixels(sharp(file).extract({ left, top, width: width - left, height: height - top }));
};

const plantCast: Plant = ({ pixels }, random) => {
  const strength = random.between(0.28, 0.45);
  const directions = [
    [-1, 1, -1],
    [1, -1, 1],
    [-1, -0.2, 1],
    [-1, 0.6, 0.8],
    [0.6, 0.3, -1],
  ] as const;
  const direction = random.pick<readonly number[]>(directions);
  const gains = direction.map((each) => Math.exp((each * strength) / 2));
  return change(pixels, (value, index) => value * (gains[index % 3] ?? 1));
};

const FRAME_SIDES = [
  ['top', 'right', 'bottom', 'left'],
  ['top', 'bottom'],
  ['right', 'left'],
  ['left'],
  ['right'],
  ['top'],
  ['bottom'],
] as const;

/** Where some frames could not be seen: one that can. */
const VISIBLE_FRAMES: Readonly<Record<string, string>> = {
  'object on white': '#000000',
  icon: '#000000',
  'object on black': '#ffffff',
  night: '#ffffff',
};

const plantFrame: Plant = async ({ pixels, kind }, random) => {
  const sides = random.pick<readonly Side[]>(FRAME_SIDES);
  const { width, height } = pixels;
  const most = Math.min(width, height) * (sides.length === 1 ? 0.05 : 0.1);
  const px = random.integer(4, Math.round(most));
  const colors = ['#ffffff', '#000000', '#808080', '#efe6d2', '#5a1218'] as const;
  const color = VISIBLE_FRAMES[kind] ?? random.pick<string>(colors);
  const boxes = {
    top: { width, height: px, left: 0, top: 0 },
    bottom: { width, height: px, left: 0, top: height - px },
    left: { width: px, height, left: 0, top: 0 },
    right: { width: px, height, left: width - px, top: 0 },
  };
  const bars = sides.map((side) => {
    const { left, top, ...size } = boxes[side];
    return { input: { create: { ...size, channels: 3 as const, background: color } }, left, top };
  });
  const framed = open(pixels).composite(bars);
  if (random.chance(0.5)) return toPixels(framed);
  const file = await framed.jpeg({ quality: random.integer(80, 95) }).toBuffer();
  return toPixels(sharp(file));
};

/** What is left of a picture that went wrong. */
const plantEmpty: Plant = ({ pixels }, random) => {
  const [red, green, blue] = [random.integer(0, 255), random.integer(0, 255), random.integer(0, 255)];
  const flat = random.pick<readonly number[]>([
    [255, 255, 255],
    [0, 0, 0],
    [red, green, blue],
  ]);
  const { width } = pixels;
  const kind = random.integer(0, 4);
  const [x, y, radius] = [
    width * random.next(),
    pixels.height * random.next(),
    random.between(2, 0.02 * width),
  ];
  return change(pixels, (value, index) => {
    const color = flat[index % 3] ?? 0;
    const [column, row] = [Math.floor(index / 3) % width, Math.floor(index / 3 / width)];
    if (kind === 1) return color + 6 * (random.next() - 0.5);
    if (kind === 2) return color + (8 * row) / pixels.height - 4;
    if (kind === 3) return Math.hypot(column - x, row - y) < radius ? 128 : color;
    if (kind === 4) return 120 + (value - 128) / 40;
    return color;
  });
};

const PLANTS: Readonly<Record<FlawKind, Plant>> = {
  soft: plantSoft,
  noise: plantNoise,
  'clipped-highlights': plantHighlights,
  'clipped-shadows': plantShadows,
  banding: plantBanding,
  blocks: plantBlocks,
  'color-cast': plantCast,
  frame: plantFrame,
  empty: plantEmpty,
};

export const plantFlaw = (base: BasePicture, flaw: FlawKind, random: Random): Pixels | Promise<Pixels> =>
  PLANTS[flaw](base, random);

/** Kinds of pictures that show it if it is there: no gradient is sharp, and no texture has bands. */
const EXCEPT: Partial<Record<FlawKind, readonly string[]>> = {
  soft: ['gradient'],
  'clipped-highlights': ['object on white', 'object on black', 'icon', 'night', 'bricks', 'scene'],
  'clipped-shadows': ['object on white', 'object on black', 'icon', 'night', 'bricks', 'scene'],
};
const ONLY: Partial<Record<FlawKind, readonly string[]>> = {
  banding: ['gradient', 'object on white', 'portrait', 'sunset', 'night'],
  'color-cast': ['photograph'],
};

export const listPlantable = ({ kind, isGray }: BasePicture): FlawKind[] =>
  FlawKindSchema.options.filter(
    (flaw) =>
      !EXCEPT[flaw]?.includes(kind) &&
      (ONLY[flaw]?.includes(kind) ?? true) &&
      !(flaw === 'color-cast' && isGray),
  );
