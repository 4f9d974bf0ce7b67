import { inBands } from './in-bands.ts';
import type { PicturePixels } from './picture-pixels.ts';

/** The edge of a cell. */
const CELL_PX = 8;
/** All channels at the end of their range. JPEG moves them by a level or two. */
const MAX_BLACK = 2;
const MIN_WHITE = 253;
/** Luma that is almost there. */
const MAX_DARK = 32;
const MIN_LIGHT = 223;

/** What the pixels of a cell have together. Cells at the right and at the bottom may be smaller. */
export interface Cells {
  columns: number;
  rows: number;
  /** Means of red, green and blue, one after another. */
  colors: Float32Array;
  /** Of luma. */
  darkest: Uint8Array;
  lightest: Uint8Array;
  /** Shares of pixels. */
  black: Float32Array;
  almostBlack: Float32Array;
  white: Float32Array;
  almostWhite: Float32Array;
}

export interface Summary {
  width: number;
  height: number;
  luma: Uint8Array;
  cells: Cells;
}

/** One pass over the colors: the measures read luma and cells. */
export async function summarizePicture(picture: PicturePixels): Promise<Summary> {
  const { width, height, data, start, stride } = picture;
  const luma = new Uint8Array(width * height);
  const [columns, rows] = [Math.ceil(width / CELL_PX), Math.ceil(height / CELL_PX)];
  const count = columns * rows;
  const cells: Cells = {
    columns,
    rows,
    colors: new Float32Array(3 * count),
    darkest: new Uint8Array(count),
    lightest: new Uint8Array(count),
    black: new Float32Array(count),
    almostBlack: new Float32Array(count),
    white: new Float32Array(count),
    almostWhite: new Float32Array(count),
  };
  await inBands(rows, width * CELL_PX, (first, end) => {
    for (let row = first; row < end; row += 1)
      for (let column = 0; column < columns; column += 1) summarizeCell(column, row);
  });
  return { width, height, luma, cells };

  function summarizeCell(column: number, row: number): void {
    const left = column * CELL_PX;
    const top = row * CELL_PX;
    const right = Math.min(width, left + CELL_PX);
    const bottom = Math.min(height, top + CELL_PX);
    let reds = 0;
    let greens = 0;
    let blues = 0;
    let darkest = 255;
    let lightest = 0;
    let blacks = 0;
    let almostBlacks = 0;
    let whites = 0;
    let almostWhites = 0;
    for (let y = top; y < bottom; y += 1) {
      let from = 3 * (start + y * stride + left);
      for (let at = y * width + left; at < y * width + right; at += 1, from += 3) {
        const red = data[from] ?? 0;
        const green = data[from + 1] ?? 0;
        const blue = data[from + 2] ?? 0;
        const value = (77 * red + 150 * green + 29 * blue) >> 8;
        luma[at] = value;
        reds += red;
        greens += green;
        blues += blue;
        if (value < darkest) darkest = value;
        if (value > lightest) lightest = value;
        if (value <= MAX_DARK) {
          if (red <= MAX_BLACK && green <= MAX_BLACK && blue <= MAX_BLACK) blacks += 1;
          else almostBlacks += 1;
        } else if (value >= MIN_LIGHT) {
          if (red >= MIN_WHITE && green >= MIN_WHITE && blue >= MIN_WHITE) whites += 1;
          else almostWhites += 1;
        }
      }
    }
    const cell = row * columns + column;
    const pixels = (right - left) * (bottom - top);
    cells.colors[3 * cell] = reds / pixels;
    cells.colors[3 * cell + 1] = greens / pixels;
    cells.colors[3 * cell + 2] = blues / pixels;
    cells.darkest[cell] = darkest;
    cells.lightest[cell] = lightest;
    cells.black[cell] = blacks / pixels;
    cells.almostBlack[cell] = almostBlacks / pixels;
    cells.white[cell] = whites / pixels;
    cells.almostWhite[cell] = almostWhites / pixels;
  }
}
