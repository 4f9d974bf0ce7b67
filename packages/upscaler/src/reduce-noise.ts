import { readLuminance } from './luminance.ts';
import type { SourceImage } from './read-image.ts';
import { countColorChannels, slideRows, type RowStream } from './row-stream.ts';

/** Side of the sample that noise is measured in. */
const SAMPLE = 512;
const STEP = 64;
const REACH = 2;
/** Neighbors are weighted by distance ... */
const SPREAD = 1.5;
/** ... and by similarity: a difference of this many times the noise weighs about half. */
const TOLERANCE = 1.7;

/** Converts the median of `measureNoiseAt` to the standard deviation of normal noise. */
const MEDIAN_TO_SPREAD = 1 / (0.6745 * 6);

/** The standard deviation of the noise in levels, measured in the center of the image. */
export async function measureNoise(image: SourceImage): Promise<number> {
  const width = Math.min(SAMPLE, image.width);
  const height = Math.min(SAMPLE, image.height);
  if (width < 3 || height < 3) return 0;
  const left = (image.width - width) >> 1;
  const top = (image.height - height) >> 1;
  const pixels = await image.open().extract({ left, top, width, height }).raw().toBuffer();
  const light = readLuminance(pixels, image.rows);
  const remains = new Uint16Array((width - 2) * (height - 2));
  for (let y = 0; y < height - 2; y += 1) {
    for (let x = 0; x < width - 2; x += 1) {
      remains[y * (width - 2) + x] = measureNoiseAt(light, (y + 1) * width + x + 1, width);
    }
  }
  return (remains.toSorted()[remains.length >> 1] ?? 0) * MEDIAN_TO_SPREAD;
}

/** Zero for uniform areas, gradients and straight edges. */
function measureNoiseAt(light: Uint8Array, at: number, width: number): number {
  const bendRow = (middle: number) =>
    (light[middle - 1] ?? 0) - 2 * (light[middle] ?? 0) + (light[middle + 1] ?? 0);
  return Math.abs(bendRow(at - width) - 2 * bendRow(at) + bendRow(at + width));
}

/** A bilateral filter: averages similar neighbors, so noise goes and edges stay. */
export const reduceNoise = (image: RowStream, noise: number): RowStream => ({
  ...image,
  rows: averageSimilar(image, noise),
});

async function* averageSimilar(image: RowStream, noise: number): AsyncGenerator<Buffer> {
  const { width, channels } = image;
  const similarity = Float64Array.from({ length: 256 }, (_, apart) =>
    Math.exp(-0.5 * (apart / (TOLERANCE * noise)) ** 2),
  );
  for await (const { rows, pixels } of slideRows(image, STEP, REACH)) {
    const light = readLuminance(pixels, image);
    const first = REACH * width * channels;
    const output = Buffer.from(pixels.subarray(first, first + rows * width * channels));
    for (let y = 0; y < rows; y += 1) {
      for (let x = 0; x < width; x += 1) averagePixel(y, x, output);
    }
    yield output;

    function averagePixel(y: number, x: number, output: Buffer): void {
      const middle = light[(y + REACH) * width + x] ?? 0;
      let weights = 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let dy = -REACH; dy <= REACH; dy += 1) {
        for (let dx = -REACH; dx <= REACH; dx += 1) {
          const index = (y + REACH + dy) * width + Math.max(0, Math.min(width - 1, x + dx));
          const apart = Math.abs((light[index] ?? 0) - middle);
          const weight = (PROXIMITY[dx * dx + dy * dy] ?? 0) * (similarity[apart] ?? 0);
          weights += weight;
          red += weight * (pixels[index * channels] ?? 0);
          green += weight * (pixels[index * channels + 1] ?? 0);
          blue += weight * (pixels[index * channels + 2] ?? 0);
        }
      }
      const means = [red, green, blue];
      const at = (y * width + x) * channels;
      for (let color = 0; color < countColorChannels(image); color += 1) {
        output[at + color] = Math.round((means[color] ?? 0) / weights);
      }
    }
  }
}

/** By squared distance. */
const PROXIMITY = Float64Array.from({ length: 2 * REACH * REACH + 1 }, (_, squared) =>
  Math.exp((-0.5 * squared) / SPREAD ** 2),
);
