import { flattenStrokes } from './flatten-strokes.ts';
import { mapColours, openRaster, overlay, readRaster, unitOf, type Raster } from './raster.ts';

/** Oil under old varnish: earth colours, light from one side out of the dark, the weave of the canvas. */
export async function paintRenaissance(picture: Raster): Promise<Raster> {
  const unit = unitOf(picture);
  const strokes = flattenStrokes(flattenStrokes(picture, 5 * unit), 2 * unit);
  const earth = await readRaster(
    openRaster(strokes)
      .recomb([
        [0.8, 0.26, 0],
        [0.26, 0.62, 0.06],
        [0.1, 0.24, 0.46],
      ])
      .linear(1.22, -26),
  );
  const lit = await overlay(earth, darkness, 'multiply');
  return layOnCanvas(await readRaster(openRaster(lit).sharpen({ sigma: 1.2 })), unit);
}

const darkness = `<defs><radialGradient id="light" cx="0.42" cy="0.4" r="0.78">
  <stop offset="0.2" stop-color="#f6e6c4"/><stop offset="0.62" stop-color="#c39a63"/><stop offset="1" stop-color="#2c1806"/>
</radialGradient></defs><rect width="100%" height="100%" fill="url(#light)"/>`;

/** Threads go over and under each other. */
function layOnCanvas(picture: Raster, unit: number): Raster {
  const thread = Math.max(2, Math.round(2 * unit));
  return mapColours(picture, (red, green, blue, index) => {
    const across = Math.floor((index % picture.width) / thread);
    const down = Math.floor(index / picture.width / thread);
    const height = (across + down) % 2 === 0 ? 1.05 : 0.95;
    return [red * height, green * height, blue * height];
  });
}
