/**
 * Detail that was cut off at white or black. A background that is meant to be so is on three sides of the picture, and what is drawn in pure
 * white ends at once: where light was cut off, almost white is beside it.
 */
import type { Flaw } from '@portal/contracts/checks';
import type { Cells } from './summarize-picture.ts';

/** Of the pixels of a cell: more is cut off as a whole, and less is none of it. */
const MIN_CLIPPED_SHARE = 0.9;
const MIN_PARTLY_SHARE = 0.05;
/** Of the cells of a side that the background fills, and of the sides. */
const MIN_SIDE_SHARE = 0.75;
const MIN_BACKGROUND_SIDES = 3;
/** Of the picture; and beside what is cut off, of the pixels that are not. From the bench. */
const MIN_SHARE = 0.01;
const MIN_ALMOST_SHARE = 0.12;

export interface Clipping {
  share: number;
  almostShare: number;
}

const OTHER = 0;
const CLIPPED = 1;
const BACKGROUND = 2;

export const measureHighlights = (cells: Cells): Clipping =>
  measureClipping(cells, cells.white, cells.almostWhite);

export const measureShadows = (cells: Cells): Clipping =>
  measureClipping(cells, cells.black, cells.almostBlack);

function measureClipping({ columns, rows }: Cells, shares: Float32Array, almost: Float32Array): Clipping {
  const states = new Uint8Array(shares.length);
  for (let cell = 0; cell < states.length; cell += 1)
    if ((shares[cell] ?? 0) >= MIN_CLIPPED_SHARE) states[cell] = CLIPPED;
  markBackground(states, columns, rows);
  let clipped = 0;
  let beside = 0;
  let almostBeside = 0;
  for (let cell = 0; cell < states.length; cell += 1) {
    const share = shares[cell] ?? 0;
    if (states[cell] === CLIPPED) clipped += 1;
    else if (states[cell] === OTHER && share >= MIN_PARTLY_SHARE) {
      beside += 1 - share;
      almostBeside += almost[cell] ?? 0;
    }
  }
  return { share: clipped / states.length, almostShare: almostBeside / Math.max(1, beside) };
}

/** What is connected to the sides that are filled, if these are enough. */
function markBackground(states: Uint8Array, columns: number, rows: number): void {
  const last = columns * (rows - 1);
  const sides = [
    Array.from({ length: columns }, (_, column) => column),
    Array.from({ length: columns }, (_, column) => last + column),
    Array.from({ length: rows }, (_, row) => row * columns),
    Array.from({ length: rows }, (_, row) => row * columns + columns - 1),
  ];
  const filled = sides.filter(
    (side) => side.filter((cell) => states[cell] === CLIPPED).length >= MIN_SIDE_SHARE * side.length,
  );
  if (filled.length < MIN_BACKGROUND_SIDES) return;
  const open = filled.flat();
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    if (states[cell] !== CLIPPED) continue;
    states[cell] = BACKGROUND;
    const column = cell % columns;
    if (column > 0) open.push(cell - 1);
    if (column < columns - 1) open.push(cell + 1);
    if (cell >= columns) open.push(cell - columns);
    if (cell < last) open.push(cell + columns);
  }
}

/** Measured in percent of the picture. */
export const findClipping = (
  kind: 'clipped-highlights' | 'clipped-shadows',
  { share, almostShare }: Clipping,
): Flaw | undefined =>
  share >= MIN_SHARE && almostShare >= MIN_ALMOST_SHARE
    ? { kind, measure: Math.round(100 * share) }
    : undefined;
