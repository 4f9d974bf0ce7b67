/** Rows of pictures that fill the width, each picture in its own ratio. */

interface Sized {
  /** Width by height. */
  ratio: number;
}

export interface JustifiedRow<Picture> {
  pictures: readonly Picture[];
  height: number;
}

/** A picture is at most this wide or tall, so that a panorama does not flatten its row. */
const MAX_RATIO = 3;
const MIN_RATIO = 0.4;

export const clampRatio = (ratio: number): number => Math.min(Math.max(ratio, MIN_RATIO), MAX_RATIO);

/** Rows are about as tall as `height`. The last one is not stretched. */
export function justify<Picture extends Sized>(
  pictures: readonly Picture[],
  { width, height, gap }: { width: number; height: number; gap: number },
): JustifiedRow<Picture>[] {
  const rows: JustifiedRow<Picture>[] = [];
  let row: Picture[] = [];
  let ratios = 0;
  for (const picture of pictures) {
    row.push(picture);
    ratios += picture.ratio;
    const fitted = (width - gap * (row.length - 1)) / ratios;
    if (fitted <= height) {
      rows.push({ pictures: row, height: fitted });
      row = [];
      ratios = 0;
    }
  }
  if (row.length > 0) rows.push({ pictures: row, height: Math.min(height, width / ratios) });
  return rows;
}
