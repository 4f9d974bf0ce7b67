import { CONTEXT, loadModel } from './model.ts';
import { refineTile } from './refine-tile.ts';
import { countColours, hasAlpha, slideRows, type RowStream, type RowWindow } from './row-stream.ts';

/** Large enough that the context around it costs little, small enough that the process answers others in between. */
const TILE = 128;

interface Tile {
  left: number;
  width: number;
  height: number;
}

/** The picture at twice its size, by the model. Each tile is given all that the model sees: no seam can show. */
export const doubleRows = (picture: RowStream, signal: AbortSignal, tile = TILE): RowStream => ({
  width: picture.width * 2,
  height: picture.height * 2,
  channels: picture.channels,
  rows: double(picture, signal, tile),
});

async function* double(picture: RowStream, signal: AbortSignal, size: number): AsyncGenerator<Buffer> {
  const { width, channels } = picture;
  const run = await loadModel();
  const colours = countColours(picture);
  // Used for every tile: by the thousand they would pile up until somebody collects them.
  const output = Buffer.alloc(2 * width * 2 * size * channels);
  const planes = new Float32Array(3 * (size + 2 * CONTEXT) ** 2);
  const enlarge = async (source: Float32Array, tile: Tile) => {
    const made = await run(source, tile.width, tile.height);
    refineTile(made, source, tile.width, tile.height);
    return made;
  };
  for await (const window of slideRows(picture, size, CONTEXT)) {
    for (let left = 0; left < width; left += size) {
      signal.throwIfAborted();
      const tile = { left, width: Math.min(size, width - left), height: window.rows };
      // The model knows colours only: what has one channel is given to it three times.
      const source = readPlanes(planes, window, picture, tile, colours === 3 ? [0, 1, 2] : [0, 0, 0]);
      writePlanes(await enlarge(source, tile), output, picture, tile);
      if (!hasAlpha(picture)) continue;
      const alpha = readPlanes(planes, window, picture, tile, [colours, colours, colours]);
      writeAlpha(alpha, isEven(alpha) ? undefined : await enlarge(alpha, tile), output, picture, tile);
    }
    yield output.subarray(0, 2 * width * 2 * window.rows * channels);
  }
}

/** A tile and its context, one plane for each of the named channels; beyond the sides the edge stands again. */
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

function writePlanes(planes: Float32Array, output: Buffer, picture: RowStream, tile: Tile): void {
  const { width, channels } = picture;
  const across = 2 * tile.width;
  const down = 2 * tile.height;
  for (let plane = 0; plane < countColours(picture); plane += 1) {
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

/** What lies among its like stays exactly as it is: solid stays solid, and clear stays clear. */
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
      const isKept = doubled === undefined || isEvenAround(source, at, across);
      const value = isKept ? source[at] : doubled[y * 2 * tile.width + x];
      output[(y * 2 * width + 2 * tile.left + x) * channels + channels - 1] = toByte(value ?? 0);
    }
  }
}

function isEvenAround(plane: Float32Array, at: number, across: number): boolean {
  for (let row = at - across; row <= at + across; row += across) {
    for (let index = row - 1; index <= row + 1; index += 1) if (plane[index] !== plane[at]) return false;
  }
  return true;
}

const isEven = (plane: Float32Array) => plane.every((value) => value === plane[0]);

const toByte = (value: number) => Math.max(0, Math.min(255, Math.round(value * 255)));
