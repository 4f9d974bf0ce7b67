import { readLight } from './light.ts';
import type { Picture } from './read-picture.ts';
import { countColours, hasAlpha, slideRows, type RowStream } from './row-stream.ts';

const SMALL = 256;
const STEP = 64;

/** This share of the pixels may lie beyond either end: a glint is no range. */
const BEYOND = 0.005;
/** What spans so much is meant as it is; what spans so little is a plain surface. */
const ENOUGH_RANGE = 215;
const LEAST_RANGE = 24;
/** How much of what is missing at either end is given. */
const SHARE = 0.7;
const MOST_GAIN = 1.35;

/** What each value becomes so that the picture spans more of the range; undefined when it spans enough. */
export async function measureLevels(picture: Picture): Promise<Uint8Array | undefined> {
  const small = picture.open().resize(SMALL, SMALL, { fit: 'inside', withoutEnlargement: true });
  const pixels = await small.raw().toBuffer();
  const { channels } = picture.rows;
  const isSeen = (index: number) =>
    !hasAlpha(picture.rows) || (pixels[(index + 1) * channels - 1] ?? 0) > 127;
  const sorted = readLight(pixels, picture.rows)
    .filter((_, index) => isSeen(index))
    .toSorted();
  const low = sorted[Math.floor(sorted.length * BEYOND)] ?? 0;
  const high = sorted[Math.ceil(sorted.length * (1 - BEYOND)) - 1] ?? 255;
  const range = high - low;
  if (range > ENOUGH_RANGE || range < LEAST_RANGE) return undefined;
  const wished = 1 + (SHARE * (255 - range)) / range;
  const gain = Math.min(MOST_GAIN, wished);
  // Where the gain is held back, so is the shift that goes with it.
  const lowest = low - SHARE * low * ((gain - 1) / (wished - 1));
  return Uint8Array.from({ length: 256 }, (_, value) =>
    Math.max(0, Math.min(255, Math.round(lowest + gain * (value - low)))),
  );
}

export const applyLevels = (picture: RowStream, levels: Uint8Array): RowStream => ({
  ...picture,
  rows: mapValues(picture, levels),
});

async function* mapValues(picture: RowStream, levels: Uint8Array): AsyncGenerator<Buffer> {
  const { channels } = picture;
  const colours = countColours(picture);
  for await (const { pixels } of slideRows(picture, STEP, 0)) {
    for (let at = 0; at < pixels.length; at += channels) {
      for (let index = at; index < at + colours; index += 1) pixels[index] = levels[pixels[index] ?? 0] ?? 0;
    }
    yield pixels;
  }
}
