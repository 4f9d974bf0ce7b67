import sharp, { type Sharp } from 'sharp';

export type Rgb = readonly [red: number, green: number, blue: number];

/** Pixels in the open: red, green, blue and alpha, row by row. */
export interface Raster {
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
}

/** One number a pixel. */
export interface Plane {
  values: Uint8ClampedArray;
  width: number;
  height: number;
}

export const luminanceOf = (red: number, green: number, blue: number) =>
  0.299 * red + 0.587 * green + 0.114 * blue;

export async function readRaster(image: Sharp): Promise<Raster> {
  const { data, info } = await image
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: viewBytes(data), width: info.width, height: info.height };
}

export function openRaster({ pixels, width, height }: Raster): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

/** Changes the colour of every pixel; its alpha stays. */
export function mapColours(
  { pixels, width, height }: Raster,
  change: (red: number, green: number, blue: number, index: number) => Rgb,
): Raster {
  const changed = new Uint8ClampedArray(pixels);
  for (let index = 0; index < width * height; index += 1) {
    const at = index * 4;
    const colour = change(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0, index);
    changed[at] = colour[0];
    changed[at + 1] = colour[1];
    changed[at + 2] = colour[2];
  }
  return { pixels: changed, width, height };
}

export function readLuminance({ pixels, width, height }: Raster): Plane {
  const values = new Uint8ClampedArray(width * height);
  for (let index = 0; index < values.length; index += 1) {
    const at = index * 4;
    values[index] = luminanceOf(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
  }
  return { values, width, height };
}

export async function blurPlane({ values, width, height }: Plane, sigma: number): Promise<Plane> {
  const data = await sharp(values, { raw: { width, height, channels: 1 } })
    .blur(Math.max(0.3, sigma))
    .extractChannel(0)
    .raw()
    .toBuffer();
  return { values: viewBytes(data), width, height };
}

export async function resizePlane(plane: Plane, width: number, height: number): Promise<Plane> {
  const data = await sharp(plane.values, { raw: { width: plane.width, height: plane.height, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  return { values: viewBytes(data), width, height };
}

/** A drawing as large as the picture, laid over it. */
export async function overlay(
  raster: Raster,
  drawing: string,
  blend: 'over' | 'multiply' | 'screen' = 'over',
): Promise<Raster> {
  const { width, height } = raster;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawing}</svg>`;
  const painted = await readRaster(openRaster(raster).composite([{ input: Buffer.from(svg), blend }]));
  return keepAlpha(painted, raster);
}

/** The colours of one, the transparency of the other. */
export function keepAlpha(colours: Raster, { pixels: before }: Raster): Raster {
  const pixels = new Uint8ClampedArray(colours.pixels);
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = before[at] ?? 255;
  return { ...colours, pixels };
}

/** A thousandth of the picture's edge, if it were square: what a brush is measured in. */
export const unitOf = ({ width, height }: { width: number; height: number }): number =>
  Math.sqrt(width * height) / 1_000;

const viewBytes = (data: Buffer) => new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);

export const mixColours = (one: Rgb, other: Rgb, share: number): Rgb => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];
