import { findOutlines } from './find-outlines.ts';
import { flattenStrokes } from './flatten-strokes.ts';
import { unitOf, type Raster } from './raster.ts';

/** Black lines around white surfaces, all the same width, nothing too small for a crayon. */
export async function drawColoringBook(picture: Raster): Promise<Raster> {
  const unit = unitOf(picture);
  const flat = flattenStrokes(flattenStrokes(picture, 6 * unit), 4 * unit);
  const lines = await findOutlines(flat, { reach: 2 * unit, weak: 14, strong: 26, smallest: 330 * unit });
  const pixels = new Uint8ClampedArray(picture.pixels.length).fill(255);
  for (const [index, line] of lines.values.entries()) {
    const tone = 255 - line;
    pixels.fill(tone, index * 4, index * 4 + 3);
  }
  return { ...picture, pixels };
}
