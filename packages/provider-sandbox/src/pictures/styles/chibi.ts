import { bulge } from './bulge.ts';
import { drawSparkles } from './draw-sparkles.ts';
import { findOutlines } from './find-outlines.ts';
import { findShapes, paintShapes } from './find-shapes.ts';
import { keepAlpha, mapColours, overlay, unitOf, type Raster } from './raster.ts';
import { drawLines } from './tones.ts';

/** A head too big for its body, where a head would be; round shapes, sweet pastels, a thick soft line. */
export async function paintChibi(picture: Raster): Promise<Raster> {
  const unit = unitOf(picture);
  const round = bulge(picture, { x: 0.5, y: 0.42, strength: 0.75 });
  const shapes = paintShapes(await findShapes(round, 16, 230));
  const lines = await findOutlines(shapes, { reach: 3 * unit, weak: 22, strong: 48, smallest: 900 * unit });
  const outlined = drawLines(keepAlpha(sweeten(shapes), round), lines, [92, 52, 96], 0.95);
  return overlay(outlined, drawSparkles(picture));
}

/** Half way to white and to pink, with the hues kept apart. */
function sweeten(picture: Raster): Raster {
  return mapColours(picture, (red, green, blue) => {
    const middle = (red + green + blue) / 3;
    const clear = (value: number) => middle + (value - middle) * 1.55;
    return [clear(red) * 0.58 + 112, clear(green) * 0.58 + 98, clear(blue) * 0.58 + 108];
  });
}
