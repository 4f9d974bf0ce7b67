import { readLuminance } from './luminance.ts';
import type { SourceImage } from './read-image.ts';
import { countColorChannels, hasAlpha, slideRows, type RowStream } from './row-stream.ts';

const SMALL = 256;
const STEP = 64;

/** Share of pixels to ignore at either end, such as glints. */
const BEYOND = 0.005;
/** Images with a larger range are fine; those with a smaller one are plain surfaces. */
const FULL_RANGE = 215;
const MIN_RANGE = 24;
/** Share of the missing range to add. */
const SHARE = 0.7;
const MAX_GAIN = 1.35;

/** A lookup table that stretches the range of values; undefined if the range is large enough. */
export async function measureLevels(image: SourceImage): Promise<Uint8Array | undefined> {
  const small = image.open().resize(SMALL, SMALL, { fit: 'inside', withoutEnlargement: true });
  const pixels = await small.raw().toBuffer();
  const { channels } = image.rows;
  const isVisible = (index: number) =>
    !hasAlpha(image.rows) || (pixels[(index + 1) * channels - 1] ?? 0) > 127;
  const sorted = readLuminance(pixels, image.rows)
    .filter((_, index) => isVisible(index))
    .toSorted();
  const low = sorted[Math.floor(sorted.length * BEYOND)] ?? 0;
  const high = sorted[Math.ceil(sorted.length * (1 - BEYOND)) - 1] ?? 255;
  const range = high - low;
  if (range > FULL_RANGE || range < MIN_RANGE) return undefined;
  const wantedGain = 1 + (SHARE * (255 - range)) / range;
  const gain = Math.min(MAX_GAIN, wantedGain);
  // A limited gain limits the shift too.
  const lowest = low - SHARE * low * ((gain - 1) / (wantedGain - 1));
  return Uint8Array.from({ length: 256 }, (_, value) =>
    Math.max(0, Math.min(255, Math.round(lowest + gain * (value - low)))),
  );
}

export const applyLevels = (image: RowStream, levels: Uint8Array): RowStream => ({
  ...image,
  rows: mapValues(image, levels),
});

async function* mapValues(image: RowStream, levels: Uint8Array): AsyncGenerator<Buffer> {
  const { channels } = image;
  const colors = countColorChannels(image);
  for await (const { pixels } of slideRows(image, STEP, 0)) {
    for (let at = 0; at < pixels.length; at += channels) {
      for (let index = at; index < at + colors; index += 1) pixels[index] = levels[pixels[index] ?? 0] ?? 0;
    }
    yield pixels;
  }
}
