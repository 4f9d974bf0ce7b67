/**
 * The deviation of noise by the mask of J. Immerkær, "Fast Noise Variance Estimation" (1996), which no plane passes: in the flattest tiles
 * only, so that detail does not count. Texture that fills the picture is stronger two pixels apart than one; noise is not.
 */
import type { Flaw } from '@portal/contracts/checks';
import { inBands } from './in-bands.ts';
import type { Summary } from './summarize-picture.ts';

const TILE_PX = 32;
const MIN_TILES = 4;
/** Of the tiles, from the flattest. */
const FLAT_SHARE = 0.25;
/** Clipping hides noise: means of luma in which it is seen. */
const MIN_LUMA = 12;
const MAX_LUMA = 243;
/** From the mean of the mask's absolute values. */
const TO_DEVIATION = Math.sqrt(Math.PI / 2) / 6;
/** In levels of luma. From the bench. */
const MIN_DEVIATION = 3.5;
/** The mask one pixel apart to two: 1 for white noise, under 0.5 for what pictures show. From the bench. */
const MIN_WHITENESS = 0.52;

/** Rows and columns that are sampled. */
const EVERY_ROW = 4;
const EVERY_COLUMN = 2;
const SAMPLES = (TILE_PX / EVERY_ROW) * (TILE_PX / EVERY_COLUMN);

export interface Noise {
  deviation: number;
  whiteness: number;
}

interface Tile {
  near: number;
  far: number;
  luma: number;
}

export async function measureNoise({ width, height, luma }: Summary): Promise<Noise> {
  const [columns, rows] = [Math.floor(width / TILE_PX), Math.floor(height / TILE_PX)];
  const tiles = Array.from({ length: columns * rows }, (): Tile => ({ near: 0, far: 0, luma: 0 }));
  await inBands(rows, width * TILE_PX, (first, end) => {
    for (let row = first; row < end; row += 1)
      for (let column = 0; column < columns; column += 1) {
        const tile = tiles[row * columns + column];
        if (tile) measureTile(tile, column * TILE_PX, row * TILE_PX);
      }
  });
  const seen = tiles.filter((tile) => tile.luma >= MIN_LUMA * SAMPLES && tile.luma <= MAX_LUMA * SAMPLES);
  if (seen.length < MIN_TILES) return { deviation: 0, whiteness: 0 };
  const flat = seen
    .toSorted((one, other) => one.near - other.near)
    .slice(0, Math.max(MIN_TILES, Math.floor(seen.length * FLAT_SHARE)));
  const near = flat.reduce((sum, tile) => sum + tile.near, 0);
  const far = flat.reduce((sum, tile) => sum + tile.far, 0);
  return { deviation: (TO_DEVIATION * near) / (flat.length * SAMPLES), whiteness: near / Math.max(1, far) };

  function measureTile(tile: Tile, left: number, top: number): void {
    // Two pixels from the edge of the tile, so from that of the picture.
    for (let y = top + 2; y < top + TILE_PX; y += EVERY_ROW)
      for (let x = left + 2; x < left + TILE_PX; x += EVERY_COLUMN) {
        const at = Math.min(y, height - 3) * width + Math.min(x, width - 3);
        tile.near += applyMask(luma, at, 1, width);
        tile.far += applyMask(luma, at, 2, 2 * width);
        tile.luma += luma[at] ?? 0;
      }
  }
}

function applyMask(luma: Uint8Array, at: number, across: number, down: number): number {
  const corners =
    (luma[at - down - across] ?? 0) +
    (luma[at - down + across] ?? 0) +
    (luma[at + down - across] ?? 0) +
    (luma[at + down + across] ?? 0);
  const sides =
    (luma[at - down] ?? 0) + (luma[at + down] ?? 0) + (luma[at - across] ?? 0) + (luma[at + across] ?? 0);
  return Math.abs(corners - 2 * sides + 4 * (luma[at] ?? 0));
}

/** Measured in levels of luma. */
export const findNoise = ({ deviation, whiteness }: Noise): Flaw | undefined =>
  deviation >= MIN_DEVIATION && whiteness >= MIN_WHITENESS
    ? { kind: 'noise', measure: Math.round(deviation) }
    : undefined;
