import type { Sharp } from 'sharp';

const width = 320;
const strong = 70;
const busy = 10;
const quiet = 3;
const leastRows = 4;

/** Whether rows of many hard strokes stand between rows of nearly none, as lines of text do. */
export async function hasLettering(picture: Sharp): Promise<boolean> {
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .resize({ width })
    .greyscale()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const strokes = Array.from({ length: info.height }, (_, row) =>
    countStrokes(data.subarray(row * info.width * info.channels), info.width, info.channels),
  );
  const quietShare = strokes.filter((count) => count <= quiet).length / strokes.length;
  return quietShare > 0.2 && hasLine(strokes, info.height);
}

/** Hard changes along a row: every stroke has two. */
function countStrokes(row: Buffer, across: number, channels: number): number {
  let count = 0;
  for (let x = 2; x < across; x += 1) {
    const before = Math.abs((row[(x - 1) * channels] ?? 0) - (row[(x - 2) * channels] ?? 0));
    const now = Math.abs((row[x * channels] ?? 0) - (row[(x - 2) * channels] ?? 0));
    if (now > strong && before <= strong) count += 1;
  }
  return count;
}

function hasLine(strokes: readonly number[], height: number): boolean {
  let rows = 0;
  let isAfterQuiet = false;
  for (const count of strokes) {
    if (count >= busy) rows += 1;
    else if (count <= quiet) {
      if (isAfterQuiet && rows >= leastRows && rows < height / 4) return true;
      isAfterQuiet = true;
      rows = 0;
    }
  }
  return false;
}
