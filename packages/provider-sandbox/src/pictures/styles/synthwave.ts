import { findOutlines } from './find-outlines.ts';
import { flattenStrokes } from './flatten-strokes.ts';
import { blurPlane, openRaster, overlay, readRaster, unitOf, type Raster } from './raster.ts';
import { addLight, drawLines, mapTones } from './tones.ts';

/** Violet night, magenta, a sunset orange; edges are neon tubes; a grid runs to the horizon behind scan lines. */
export async function paintSynthwave(picture: Raster): Promise<Raster> {
  const unit = unitOf(picture);
  const flat = flattenStrokes(await readRaster(openRaster(picture).normalise()), 4 * unit);
  const tubes = await findOutlines(flat, { reach: 1.5 * unit, weak: 26, strong: 60, smallest: 260 * unit });
  const dusk = mapTones(flat, [
    [14, 4, 40],
    [54, 8, 98],
    [150, 16, 140],
    [246, 56, 138],
    [255, 150, 96],
    [255, 222, 150],
  ]);
  const glowing = addLight(dusk, await blurPlane(tubes, 7 * unit), [10, 190, 255], 0.75);
  const lit = drawLines(glowing, tubes, [170, 250, 255], 0.85);
  return overlay(await overlay(lit, drawGrid(picture, unit), 'screen'), scanLines(unit), 'multiply');
}

function drawGrid({ width, height }: Raster, unit: number): string {
  const horizon = height * 0.74;
  const deep = height - horizon;
  const across = Array.from({ length: 9 }, (_, index) => horizon + deep * (index / 8) ** 2.2);
  const along = Array.from({ length: 25 }, (_, index) => (index - 12) / 12);
  const lines = [
    ...across.map((y) => `M0 ${y}H${width}`),
    ...along.map(
      (side) => `M${width / 2 + side * width * 0.55} ${horizon}L${width / 2 + side * width * 2.6} ${height}`,
    ),
  ].join('');
  return `<defs><linearGradient id="fade" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#ff3ec8" stop-opacity="0.15"/><stop offset="1" stop-color="#ff5ad8"/>
    </linearGradient></defs>
    <path d="${lines}" fill="none" stroke="#ff2fd0" stroke-opacity="0.3" stroke-width="${6 * unit}"/>
    <path d="${lines}" fill="none" stroke="url(#fade)" stroke-width="${Math.max(1, 1.6 * unit)}"/>`;
}

function scanLines(unit: number): string {
  const step = Math.max(3, Math.round(4 * unit));
  return `<defs><pattern id="scan" width="${step}" height="${step}" patternUnits="userSpaceOnUse">
    <rect width="${step}" height="${step}" fill="#fff"/><rect width="${step}" height="${step / 3}" fill="#b9a6d0"/>
  </pattern></defs><rect width="100%" height="100%" fill="url(#scan)"/>`;
}
