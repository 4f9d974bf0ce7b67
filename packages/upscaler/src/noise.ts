import { readLight } from './light.ts';
import type { Picture } from './read-picture.ts';
import { countColours, slideRows, type RowStream } from './row-stream.ts';

/** As much of a picture tells how noisy it is. */
const SAMPLE = 512;
const STEP = 64;
const REACH = 2;
/** Neighbours count by how near they are, ... */
const SPREAD = 1.5;
/** ... and by how like: apart by so many times the noise, about half. */
const TOLERANCE = 1.7;

/** From the median of what `leaveNoise` leaves of a normal distribution to its spread. */
const MEDIAN_TO_SPREAD = 1 / (0.6745 * 6);

/** The spread of the noise in levels, by the middle of the picture. */
export async function measureNoise(picture: Picture): Promise<number> {
  const width = Math.min(SAMPLE, picture.width);
  const height = Math.min(SAMPLE, picture.height);
  if (width < 3 || height < 3) return 0;
  const left = (picture.width - width) >> 1;
  const top = (picture.height - height) >> 1;
  const pixels = await picture.open().extract({ left, top, width, height }).raw().toBuffer();
  const light = readLight(pixels, picture.rows);
  const remains = new Uint16Array((width - 2) * (height - 2));
  for (let y = 0; y < height - 2; y += 1) {
    for (let x = 0; x < width - 2; x += 1) {
      remains[y * (width - 2) + x] = leaveNoise(light, (y + 1) * width + x + 1, width);
    }
  }
  return (remains.toSorted()[remains.length >> 1] ?? 0) * MEDIAN_TO_SPREAD;
}

/** What a pixel has that no even, sloped or straight part of a picture has. */
function leaveNoise(light: Uint8Array, at: number, width: number): number {
  const bendRow = (middle: number) =>
    (light[middle - 1] ?? 0) - 2 * (light[middle] ?? 0) + (light[middle + 1] ?? 0);
  return Math.abs(bendRow(at - width) - 2 * bendRow(at) + bendRow(at + width));
}

/** Each pixel becomes the mean of its like around it: noise goes, edges stay. */
export const reduceNoise = (picture: RowStream, noise: number): RowStream => ({
  ...picture,
  rows: averageLike(picture, noise),
});

async function* averageLike(picture: RowStream, noise: number): AsyncGenerator<Buffer> {
  const { width, channels } = picture;
  const likeness = Float64Array.from({ length: 256 }, (_, apart) =>
    Math.exp(-0.5 * (apart / (TOLERANCE * noise)) ** 2),
  );
  for await (const { rows, pixels } of slideRows(picture, STEP, REACH)) {
    const light = readLight(pixels, picture);
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
          const weight = (NEARNESS[dx * dx + dy * dy] ?? 0) * (likeness[apart] ?? 0);
          weights += weight;
          red += weight * (pixels[index * channels] ?? 0);
          green += weight * (pixels[index * channels + 1] ?? 0);
          blue += weight * (pixels[index * channels + 2] ?? 0);
        }
      }
      const means = [red, green, blue];
      const at = (y * width + x) * channels;
      for (let colour = 0; colour < countColours(picture); colour += 1) {
        output[at + colour] = Math.round((means[colour] ?? 0) / weights);
      }
    }
  }
}

/** By the distance, squared. */
const NEARNESS = Float64Array.from({ length: 2 * REACH * REACH + 1 }, (_, squared) =>
  Math.exp((-0.5 * squared) / SPREAD ** 2),
);
