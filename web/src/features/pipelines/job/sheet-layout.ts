import type { Targets } from '../../../ui/selection/grid-keys.ts';

const GAP = 8;
const PADDING = 8;
const BORDER = 1;
const CAPTION_HEIGHT = 36;
/** Room for the caption of a tall picture. */
const MIN_CELL = 96;
const PAGE_ROWS = 3;

/**
 * Cells of the same size that fill the width, at most so high as the Library's rows: `height`. Pictures of several ratios, width by
 * height, are as large as fits into their cells.
 */
export function layOutSheet(width: number, ratios: readonly number[], height: number) {
  const inside = Math.max(width - 2 * (PADDING + BORDER), MIN_CELL);
  const meanRatio = ratios.reduce((sum, ratio) => sum + ratio, 0) / Math.max(ratios.length, 1);
  const fit = (cell: number) => (inside + GAP) / (cell + GAP);
  const columns = Math.min(Math.ceil(fit(height * meanRatio)), Math.floor(fit(MIN_CELL)));
  const cellWidth = Math.floor((inside - (columns - 1) * GAP) / columns);
  const pictureHeight = Math.round(Math.min(cellWidth / Math.min(...ratios), height));
  return {
    columns,
    cellWidth,
    pictureHeight,
    rowHeight: 2 * PADDING + pictureHeight + CAPTION_HEIGHT,
    gridColumns: `repeat(${columns}, ${cellWidth}px)`,
  };
}

/** Where keys move the focus from one of so many pictures. */
export function listSheetTargets(count: number, columns: number, place: number): Targets<number> {
  const to = (next: number) => () => Math.min(Math.max(next, 0), count - 1);
  const up = (rows: number) => to(place - Math.min(rows, Math.floor(place / columns)) * columns);
  return {
    ArrowLeft: to(place - 1),
    ArrowRight: to(place + 1),
    ArrowUp: up(1),
    ArrowDown: to(place + columns),
    PageUp: up(PAGE_ROWS),
    PageDown: to(place + PAGE_ROWS * columns),
    Home: to(0),
    End: to(count - 1),
  };
}
