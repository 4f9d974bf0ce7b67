import { findBackdrop } from './find-backdrop.ts';
import { findShapes, paintShapes } from './find-shapes.ts';
import { blurPlane, openRaster, overlay, readRaster, resizePlane, type Raster } from './raster.ts';
import { drawLines } from './tones.ts';

const ink = [26, 24, 44] as const;
const colours = 9;
/** What a favicon can show, in pixels: more is lost in a browser's tab anyhow. */
const coarse = 88;

/** An icon for a browser's tab: the subject in a few flat colours, outlined, in a square with round corners. */
export async function drawFavicon(picture: Raster): Promise<Raster> {
  const size = Math.max(1, Math.floor(Math.min(picture.width, picture.height) * 0.94));
  const vivid = await readRaster(
    openRaster(picture).resize(size, size, { fit: 'cover' }).modulate({ saturation: 1.3, brightness: 1.05 }),
  );
  const { colour, mask } = await findBackdrop(vivid, coarse);
  const backdrop = await resizePlane(await blurPlane(mask, 1), size, size);
  const isBackdrop = { ...backdrop, values: backdrop.values.map((value) => (value - 112) * 8) };
  const border = { ...backdrop, values: backdrop.values.map((value) => 480 - Math.abs(value - 128) * 6) };
  const flat = drawLines(paintShapes(await findShapes(vivid, colours, coarse)), isBackdrop, colour, 1);
  const icon = await overlay(drawLines(flat, border, ink, 1), frame(size));
  return placeInMiddle(await cutCorners(icon), picture);
}

const roundSquare = (size: number, rest: string) =>
  `<rect x="${size * 0.025}" y="${size * 0.025}" width="${size * 0.95}" height="${size * 0.95}" rx="${size * 0.22}" stroke-width="${size * 0.05}" ${rest}/>`;

const frame = (size: number) => roundSquare(size, `fill="none" stroke="rgb(${ink.join()})"`);

function cutCorners(icon: Raster): Promise<Raster> {
  const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${icon.width}" height="${icon.width}">${roundSquare(icon.width, 'stroke="#000"')}</svg>`;
  return readRaster(openRaster(icon).composite([{ input: Buffer.from(shape), blend: 'dest-in' }]));
}

function placeInMiddle(icon: Raster, { width, height }: Raster): Promise<Raster> {
  const left = Math.floor((width - icon.width) / 2);
  const top = Math.floor((height - icon.height) / 2);
  const right = width - icon.width - left;
  const bottom = height - icon.height - top;
  return readRaster(
    openRaster(icon).extend({ left, top, right, bottom, background: { r: 0, g: 0, b: 0, alpha: 0 } }),
  );
}
