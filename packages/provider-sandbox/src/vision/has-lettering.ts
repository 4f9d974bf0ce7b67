import type { Sharp } from 'sharp';

const width = 320;
const strong = 70;
const busy = 10;
const quiet = 3;
const leastRows = 4;
const leastPaper = 0.45;

/** Whether rows of many hard strokes stand between rows of nearly none, as lines of text do. */
export async function hasLettering(picture: Sharp): Promise<boolean> {
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .resize({ width })
    .greyscale()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const rows = Array.from({ length: info.height }, (_, row) => {
    const start = row * info.width * info.channels;
    const values = data.subarray(start, start + info.width * info.channels);
    return { strokes: countStrokes(values), isWritable: findCommonShare(values) > leastPaper };
  });
  return hasLine(rows, info.height);
}

/** Hard changes along a row: every stroke has two. */
function countStrokes(row: Buffer): number {
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

/** How much of a row is of one shade, as paper is between letters. */
function findCommonShare(row: Buffer): number {
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
      if (isAfterQuiet && written >= leastRows && written < height / 3) return true;
      isAfterQuiet = isWritable;
      written = 0;
    }
  }
  return false;
}
