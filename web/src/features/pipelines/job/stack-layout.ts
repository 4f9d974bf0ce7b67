import type { Targets } from '../../../ui/selection/grid-keys.ts';

const GAP = 8;
const PADDING = 8;
const BORDER = 1;
const CAPTION_HEIGHT = 36;
const MIN_CELL = 150;
const MAX_HEIGHT = 240;

/** As many pictures in a row as fit, two on a phone, as high as the highest of them. `ratios`: width by height. */
export function layOutStacks(width: number, ratios: readonly number[]) {
  const inside = Math.max(width - 2 * (PADDING + BORDER), MIN_CELL);
  const columns = Math.floor((inside + GAP) / (MIN_CELL + GAP));
  const cellWidth = Math.floor((inside - (columns - 1) * GAP) / columns);
  const pictureHeight = Math.round(Math.min(cellWidth / Math.min(...ratios), MAX_HEIGHT));
  return {
    columns,
    cellWidth,
    pictureHeight,
    rowHeight: 2 * PADDING + pictureHeight + CAPTION_HEIGHT,
    gridColumns: `repeat(${columns}, ${cellWidth}px)`,
  };
}

/** Where keys move the focus from one of so many pictures. */
export function listStackTargets(count: number, columns: number, place: number): Targets<number> {
  const to = (next: number) => () => Math.min(Math.max(next, 0), count - 1);
  return {
    ArrowLeft: to(place - 1),
    ArrowRight: to(place + 1),
    ArrowUp: to(place < columns ? place : place - columns),
    ArrowDown: to(place + columns),
    Home: to(0),
    End: to(count - 1),
  };
}
