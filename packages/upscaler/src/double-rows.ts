import { CONTEXT, loadModel } from './model.ts';
import { refineTile } from './refine-tile.ts';
import { countColorChannels, hasAlpha, slideRows, type RowStream, type RowWindow } from './row-stream.ts';

/** Large enough for the context to cost little, small enough for the process to stay responsive. */
const TILE = 128;

interface Tile {
  left: number;
  width: number;
  height: number;
}

/** Doubles the size with the model. Each tile includes the model's whole context, so no seams appear. */
export const doubleRows = (image: RowStream, signal: AbortSignal, tile = TILE): RowStream => ({
  width: image.width * 2,
  height: image.height * 2,
  channels: image.channels,
  rows: double(image, signal, tile),
});

async function* double(image: RowStream, signal: AbortSignal, size: number): AsyncGenerator<Buffer> {
  const { width, channels } = image;
  const run = await loadModel();
  const colors = countColorChannels(image);
  // Reused: thousands of buffers would pile up before they are collected.
  const output = Buffer.alloc(2 * width * 2 * size * channels);
  const planes = new Float32Array(3 * (size + 2 * CONTEXT) ** 2);
  const enlarge = async (source: Float32Array, tile: Tile) => {
    const made = await run(source, tile.width, tile.height);
    refineTile(made, source, tile.width, tile.height);
    return made;
  };
  for await (const window of slideRows(image, size, CONTEXT)) {
    for (let left = 0; left < width; left += size) {
      signal.throwIfAborted();
      const tile = { left, width: Math.min(size, width - left), height: window.rows };
      // The model takes RGB, so a single channel is passed three times.
      const source = readPlanes(planes, window, image, tile, colors === 3 ? [0, 1, 2] : [0, 0, 0]);
      writePlanes(await enlarge(source, tile), output, image, tile);
      if (!hasAlpha(image)) continue;
      const alpha = readPlanes(planes, window, image, tile, [colors, colors, colors]);
      writeAlpha(alpha, isUniform(alpha) ? undefined : await enlarge(alpha, tile), output, image, tile);
    }
    yield output.subarray(0, 2 * width * 2 * window.rows * channels);
  }
}

/** Reads a tile with its context, one plane per source channel. Edges are repeated beyond the sides. */
function readPlanes(
  memory: Float32Array,
  { pixels }: RowWindow,
  { width, channels }: RowStream,
  tile: Tile,
  sources: readonly number[],
): Float32Array {
  const across = tile.width + 2 * CONTEXT;
  const down = tile.height + 2 * CONTEXT;
  const planes = memory.subarray(0, sources.length * across * down);
  let index = 0;
  for (const source of sources) {
    for (let y = 0; y < down; y += 1) {
      for (let x = 0; x < across; x += 1) {
        const column = Math.min(width - 1, Math.max(0, tile.left - CONTEXT + x));
        planes[index] = (pixels[(y * width + column) * channels + source] ?? 0) / 255;
        index += 1;
      }
    }
  }
  return planes;
}

function writePlanes(planes: Float32Array, output: Buffer, image: RowStream, tile: Tile): void {
  const { width, channels } = image;
  const across = 2 * tile.width;
  const down = 2 * tile.height;
  for (let plane = 0; plane < countColorChannels(image); plane += 1) {
    let index = plane * across * down;
    for (let y = 0; y < down; y += 1) {
      let target = (y * 2 * width + 2 * tile.left) * channels + plane;
      for (let x = 0; x < across; x += 1) {
        output[target] = toByte(planes[index] ?? 0);
        index += 1;
        target += channels;
      }
    }
  }
}

/** Keeps alpha exactly where its surroundings are uniform, so opaque areas stay opaque and clear ones clear. */
function writeAlpha(
  source: Float32Array,
  doubled: Float32Array | undefined,
  output: Buffer,
  { width, channels }: RowStream,
  tile: Tile,
): void {
  const across = tile.width + 2 * CONTEXT;
  for (let y = 0; y < 2 * tile.height; y += 1) {
    for (let x = 0; x < 2 * tile.width; x += 1) {
      const at = ((y >> 1) + CONTEXT) * across + (x >> 1) + CONTEXT;
      const isKept = doubled === undefined || isUniformAround(source, at, across);
      const value = isKept ? source[at] : doubled[y * 2 * tile.width + x];
      output[(y * 2 * width + 2 * tile.left + x) * channels + channels - 1] = toByte(value ?? 0);
    }
  }
}

function isUniformAround(plane: Float32Array, at: number, across: number): boolean {
  for (let row = at - across; row <= at + across; row += across) {
    for (let index = row - 1; index <= row + 1; index += 1) if (plane[index] !== plane[at]) return false;
  }
  return true;
}

const isUniform = (plane: Float32Array) => plane.every((value) => value === plane[0]);

const toByte = (value: number) => Math.max(0, Math.min(255, Math.round(value * 255)));
