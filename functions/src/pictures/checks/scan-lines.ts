import { inBands } from './in-bands.ts';

/** Where a line of pixels begins, how far apart its pixels are, how far the lines beside it, and how many pixels it has. */
export interface Line {
  start: number;
  step: number;
  aside: number;
  length: number;
}

/** Visits some rows or columns, but not the first and the last. */
export function scanLines(
  { width, height }: { width: number; height: number },
  direction: 'rows' | 'columns',
  every: number,
  visit: (line: Line) => void,
): Promise<void> {
  const [step, aside] = direction === 'rows' ? [1, width] : [width, 1];
  const [lines, length] = direction === 'rows' ? [height, width] : [width, height];
  return inBands(Math.floor((lines - 2) / every), length * every, (first, end) => {
    for (let line = first; line < end; line += 1)
      visit({ start: (1 + line * every) * aside, step, aside, length });
  });
}
