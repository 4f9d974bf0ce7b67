import type { Sharp } from 'sharp';

const width = 320;
const strong = 70;
const busy = 10;
const quiet = 3;
const MIN_ROWS = 4;
const MIN_PAPER_SHARE = 0.45;

/** Detects lines of text: rows with many strokes between rows with almost none. */
export async function hasLettering(picture: Sharp): Promise<boolean> {
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .resize({ width })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const shades = readShades(data, info.channels);
  const rows = Array.from({ length: info.height }, (_, row) => {
    const values = shades.subarray(row * info.width, (row + 1) * info.width);
    return { strokes: countStrokes(values), isWritable: findCommonShare(values) > MIN_PAPER_SHARE };
  });
  return hasLine(rows, info.height);
}

/** sharp would make the whole picture gray before it resizes it. */
const readShades = (data: Buffer, channels: number): Uint8Array =>
  Uint8Array.from({ length: data.length / channels }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(pixel * channels, pixel * channels + 3);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });

/** Counts abrupt changes along a row. Each stroke has two. */
function countStrokes(row: Uint8Array): number {
  let count = 0;
  let isDark = false;
  let before = row[0] ?? 0;
  for (const value of row) {
    if (Math.abs(value - before) < strong) continue;
    if (value < before !== isDark) count += 1;
    isDark = value < before;
    before = value;
  }
  return count;
}

/** The share of a row that has its most common shade, as paper between letters. */
function findCommonShare(row: Uint8Array): number {
  const counts = new Uint32Array(17);
  for (const value of row) counts[value >> 4] = (counts[value >> 4] ?? 0) + 1;
  return Math.max(...counts) / row.length;
}

function hasLine(rows: readonly { strokes: number; isWritable: boolean }[], height: number): boolean {
  let written = 0;
  let isAfterQuiet = false;
  for (const { strokes, isWritable } of rows) {
    if (strokes >= busy && isWritable) written += 1;
    else if (strokes <= quiet) {
      if (isAfterQuiet && written >= MIN_ROWS && written < height / 3) return true;
      isAfterQuiet = isWritable;
      written = 0;
    }
  }
  return false;
}
