import { flattenStrokes } from './flatten-strokes.ts';
import { openRaster, readRaster, unitOf, type Raster } from './raster.ts';

/** Of no school: visible strokes, stronger colours. */
export async function paintPlainly(picture: Raster): Promise<Raster> {
  const strokes = flattenStrokes(picture, 5 * unitOf(picture));
  return readRaster(openRaster(strokes).modulate({ saturation: 1.25 }).sharpen());
}
