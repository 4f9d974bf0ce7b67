import { findOutlines } from './find-outlines.ts';
import { flattenStrokes } from './flatten-strokes.ts';
import { blurPlane, openRaster, readLuminance, readRaster, unitOf, type Raster } from './raster.ts';
import { addLight, drawLines, stepLight } from './tones.ts';

/** Cels: light in hard steps, strong clear colours, a fine dark line, and highlights that glow. */
export async function paintAnime(picture: Raster): Promise<Raster> {
  const unit = unitOf(picture);
  const flat = flattenStrokes(picture, 5 * unit);
  const lines = await findOutlines(flat, {
    reach: 1.3 * unit,
    weak: 20,
    strong: 40,
    smallest: 160 * unit,
  });
  const steps = flattenStrokes(stepLight(flat, 7, 0.75), 3 * unit);
  const cels = await readRaster(openRaster(steps).modulate({ saturation: 1.55 }).linear(1.12, -16));
  const light = readLuminance(cels);
  const highlights = { ...light, values: light.values.map((value) => (value - 205) * 4) };
  const glowing = addLight(cels, await blurPlane(highlights, 14 * unit), [255, 236, 200], 0.14);
  return drawLines(glowing, lines, [32, 22, 58], 0.9);
}
