import { CONTEXT, loadModel, type Quality } from './model.ts';
import { countColorChannels, hasAlpha, slideRows, type RowStream, type RowWindow } from './row-stream.ts';

interface Size {
  width: number;
  height: number;
}

/** Large enough for the context to cost little, small enough for the memory of a strip and for stopping soon. */
const TILE: Size = { width: 256, height: 128 };

interface Tile extends Size {
  left: number;
}

/** Doubles the size with the model. Each tile includes the model's whole context, so no seams appear. */
export const doubleRows = (
  image: RowStream,
  quality: Quality,
  signal: AbortSignal,
  tile = TILE,
): RowStream => ({
  width: image.width * 2,
  height: image.height * 2,
  channels: image.channels,
  rows: double(image, quality, signal, tile),
});

async function* double(
  image: RowStream,
  quality: Quality,
  signal: AbortSignal,
  size: Size,
): AsyncGenerator<Buffer> {
  const { width, channels } = image;
  const enlarge = await loadModel(quality);
  const colors = countColorChannels(image);
  // Reused: thousands of buffers would pile up before they are collected.
  const output = Buffer.alloc(2 * width * 2 * size.height * channels);
  const memory = new Uint8Array(3 * (size.width + 2 * CONTEXT) * (size.height + 2 * CONTEXT));
  for await (const window of slideRows(image, size.height, CONTEXT)) {
    for (let left = 0; left < width; left += size.width) {
      signal.throwIfAborted();
      const tile = { left, width: Math.min(size.width, width - left), height: window.rows };
      // The model takes RGB, so a single channel is passed three times.
      const source = readTile(memory, window, image, tile, colors === 3 ? [0, 1, 2] : [0, 0, 0]);
      writeColors(await enlarge(source, tile.width, tile.height), output, image, tile);
      if (!hasAlpha(image)) continue;
      const alpha = readTile(memory, window, image, tile, [colors, colors, colors]);
      const doubled = isUniform(alpha) ? undefined : await enlarge(alpha, tile.width, tile.height);
      writeAlpha(alpha, doubled, output, image, tile);
    }
    yield output.subarray(0, 2 * width * 2 * window.rows * channels);
  }
}

/** Reads a tile with its context as RGB, from these channels. Edges are repeated beyond the sides. */
function readTile(
  memory: Uint8Array,
  { pixels }: RowWindow,
  { width, channels }: RowStream,
  tile: Tile,
  [red, green, blue]: readonly [number, number, number],
): Uint8Array {
  const across = tile.width + 2 * CONTEXT;
  const down = tile.height + 2 * CONTEXT;
  let index = 0;
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      const column = Math.min(width - 1, Math.max(0, tile.left - CONTEXT + x));
      const at = (y * width + column) * channels;
      memory[index] = pixels[at + red] ?? 0;
      memory[index + 1] = pixels[at + green] ?? 0;
      memory[index + 2] = pixels[at + blue] ?? 0;
      index += 3;
    }
  }
  return memory.subarray(0, index);
}

function writeColors(doubled: Uint8Array, output: Buffer, image: RowStream, tile: Tile): void {
  const { width, channels } = image;
  const across = 2 * tile.width;
  const colors = countColorChannels(image);
  for (let y = 0; y < 2 * tile.height; y += 1) {
    const row = doubled.subarray(3 * y * across, 3 * (y + 1) * across);
    let target = (y * 2 * width + 2 * tile.left) * channels;
    if (channels === 3) {
      output.set(row, target);
      continue;
    }
    for (let index = 0; index < row.length; index += 3) {
      for (let color = 0; color < colors; color += 1) output[target + color] = row[index + color] ?? 0;
      target += channels;
    }
  }
}

/** Keeps alpha exactly where its surroundings are uniform, so opaque areas stay opaque and clear ones clear. */
function writeAlpha(
  source: Uint8Array,
  doubled: Uint8Array | undefined,
  output: Buffer,
  { width, channels }: RowStream,
  tile: Tile,
): void {
  const across = tile.width + 2 * CONTEXT;
  for (let y = 0; y < 2 * tile.height; y += 1) {
    for (let x = 0; x < 2 * tile.width; x += 1) {
      const at = 3 * (((y >> 1) + CONTEXT) * across + (x >> 1) + CONTEXT);
      const isKept = doubled === undefined || isUniformAround(source, at, 3 * across);
      const value = isKept ? source[at] : doubled[3 * (y * 2 * tile.width + x)];
      output[(y * 2 * width + 2 * tile.left + x) * channels + channels - 1] = value ?? 0;
    }
  }
}

function isUniformAround(pixels: Uint8Array, at: number, stride: number): boolean {
  for (let row = at - stride; row <= at + stride; row += stride) {
    for (let index = row - 3; index <= row + 3; index += 3) if (pixels[index] !== pixels[at]) return false;
  }
  return true;
}

const isUniform = (pixels: Uint8Array) => pixels.every((value) => value === pixels[0]);
