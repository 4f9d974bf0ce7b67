import { readLuminance } from './luminance.ts';
import { countColorChannels, slideRows, type RowStream } from './row-stream.ts';

const STEP = 64;
/** About as wide as the blur of an enlarged edge. */
const BLUR = [1, 4, 6, 4, 1];
const REACH = 2;
const BLUR_SUM = 16;

/** Share of the difference to the blurred surroundings that is added, and its limit. */
const SHARPNESS = 1.5;
const MAX_ADDED = 14;
/** Smaller differences are grain. */
const GRAIN = 1;

/** Unsharp mask. It adds the same to all channels, so that no color shifts. */
export const sharpenRows = (image: RowStream): RowStream => ({ ...image, rows: sharpen(image) });

async function* sharpen(image: RowStream): AsyncGenerator<Buffer> {
  const { width, channels } = image;
  const colors = countColorChannels(image);
  for await (const { rows, pixels } of slideRows(image, STEP, REACH)) {
    const light = readLuminance(pixels, image);
    const across = blurAcross(light, width);
    const first = REACH * width;
    const output = Buffer.from(pixels.subarray(first * channels, (first + rows * width) * channels));
    for (let index = 0; index < rows * width; index += 1) {
      const added = findAdded((light[index + first] ?? 0) - blurDown(across, index, width));
      if (added === 0) continue;
      for (let at = index * channels; at < index * channels + colors; at += 1) {
        output[at] = Math.max(0, Math.min(255, Math.round((output[at] ?? 0) + added)));
      }
    }
    yield output;
  }
}

function findAdded(standsOut: number): number {
  const beyondGrain = Math.max(0, Math.abs(standsOut) - GRAIN);
  return Math.sign(standsOut) * Math.min(MAX_ADDED, SHARPNESS * beyondGrain);
}

function blurAcross(light: Uint8Array, width: number): Float32Array {
  const blurred = new Float32Array(light.length);
  for (let start = 0; start < light.length; start += width) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let offset = -REACH; offset <= REACH; offset += 1) {
        const column = Math.max(0, Math.min(width - 1, x + offset));
        sum += (BLUR[offset + REACH] ?? 0) * (light[start + column] ?? 0);
      }
      blurred[start + x] = sum / BLUR_SUM;
    }
  }
  return blurred;
}

function blurDown(blurred: Float32Array, top: number, width: number): number {
  let sum = 0;
  for (const [row, weight] of BLUR.entries()) sum += weight * (blurred[top + row * width] ?? 0);
  return sum / BLUR_SUM;
}
