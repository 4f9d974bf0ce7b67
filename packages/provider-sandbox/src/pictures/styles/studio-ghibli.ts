import { Random } from '../../random.ts';
import { findOutlines } from './find-outlines.ts';
import { flattenStrokes } from './flatten-strokes.ts';
import { blurPlane, mapColours, openRaster, readRaster, unitOf, type Plane, type Raster } from './raster.ts';
import { drawLines } from './tones.ts';

/** Gouache on paper: soft light, leaf greens and sky blues, a faint brown pencil. */
export async function paintStudioGhibli(picture: Raster): Promise<Raster> {
  const unit = unitOf(picture);
  const softened = await readRaster(openRaster(picture).linear(0.86, 34));
  const washes = flattenStrokes(flattenStrokes(softened, 8 * unit), 4 * unit);
  const pencil = await findOutlines(washes, { reach: unit, weak: 12, strong: 28, smallest: 120 * unit });
  const light = await readRaster(
    openRaster(washes)
      .modulate({ saturation: 1.3, brightness: 1.06 })
      .recomb([
        [1.02, 0.06, -0.04],
        [0.02, 1.06, 0],
        [-0.02, 0.1, 0.88],
      ]),
  );
  return layOnPaper(drawLines(light, pencil, [96, 70, 52], 0.55), await makeGrain(picture, unit));
}

async function makeGrain({ width, height }: Raster, unit: number): Promise<Plane> {
  const random = new Random('paper');
  const values = Uint8ClampedArray.from({ length: width * height }, () => random.next() * 255);
  return blurPlane({ values, width, height }, 1.6 * unit);
}

/** Paint gathers in the hollows of the paper. */
function layOnPaper(picture: Raster, grain: Plane): Raster {
  return mapColours(picture, (red, green, blue, index) => {
    const hollow = 1 + ((grain.values[index] ?? 128) - 128) / 900;
    return [red * hollow, green * hollow, blue * hollow];
  });
}
