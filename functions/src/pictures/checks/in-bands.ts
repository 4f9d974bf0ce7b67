import { setImmediate } from 'node:timers/promises';

/** A few milliseconds of work: an instance serves others meanwhile. */
const BAND_PIXELS = 2 ** 18;

/** Visits lines of pixels in order, and lets the event loop turn between bands of them. Stops if `visit` returns false. */
export async function inBands(
  lines: number,
  pixelsPerLine: number,
  visit: (first: number, end: number) => boolean | void,
): Promise<void> {
  const band = Math.max(1, Math.floor(BAND_PIXELS / pixelsPerLine));
  for (let line = 0; line < lines; line += band) {
    if (line > 0) await setImmediate();
    if (visit(line, Math.min(lines, line + band)) === false) return;
  }
}
