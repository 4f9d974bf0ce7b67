import { setImmediate } from 'node:timers/promises';

/** A few milliseconds of work: an instance serves others meanwhile. */
const BAND_PIXELS = 2 ** 18;

/** Visits lines of pixels in order, and lets the event loop turn between bands of them. */
export async function inBands(
  lines: number,
  pixelsPerLine: number,
  visit: (first: number, end: number) => void,
): Promise<void> {
  const band = Math.max(1, Math.floor(BAND_PIXELS / pixelsPerLine));
  for (let line = 0; line < lines; line += band) {
    if (line > 0) await setImmediate();
    visit(line, Math.min(lines, line + band));
  }
}
