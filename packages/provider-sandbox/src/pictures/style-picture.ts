import sharp from 'sharp';
import { encode } from './encode.ts';
import type { PictureRequest } from './make-picture.ts';
import { findStyle, type Style } from './styles.ts';

interface Size {
  width: number;
  height: number;
}

/** RGBA, row by row. */
interface Pixels extends Size {
  data: Buffer;
}

/** Larger images are styled at a third of their size: styling every pixel would take longer than everything else. */
const MAX_FULL_SIZE = 512;

/** The picture in the style that the prompt names, cropped to the requested size. */
export async function stylePicture(
  original: Buffer,
  { prompt, width, height, format, transparent }: Omit<PictureRequest, 'seed'>,
): Promise<Buffer> {
  const style = findStyle(prompt);
  const size = { width, height };
  const isLarge = Math.max(width, height) > MAX_FULL_SIZE;
  const pixels = await readPixels(original, scale(size, isLarge ? 1 / 3 : 1));
  const styled =
    style.blocks === undefined ? applyStyle(pixels, style) : await makeBlocks(pixels, style.blocks);
  const image = openPixels(enlarge(styled, size));
  return encode(transparent ? image : image.flatten({ background: '#ffffff' }), format);
}

/** Repeats pixels. sharp takes four times as long for the same result. */
function enlarge(pixels: Pixels, { width, height }: Size): Pixels {
  const source = new Uint32Array(pixels.data.buffer, pixels.data.byteOffset, pixels.width * pixels.height);
  const target = new Uint32Array(width * height);
  const columns = Uint16Array.from({ length: width }, (_, x) => (x * pixels.width) / width);
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor((y * pixels.height) / height) * pixels.width;
    for (let x = 0; x < width; x += 1, at += 1) target[at] = source[row + (columns[x] ?? 0)] ?? 0;
  }
  return { data: Buffer.from(target.buffer), width, height };
}

async function readPixels(picture: Buffer, { width, height }: Size): Promise<Pixels> {
  const image = sharp(picture).autoOrient().resize(width, height, { fit: 'cover' });
  return { data: await image.toColourspace('srgb').ensureAlpha().raw().toBuffer(), width, height };
}

const openPixels = ({ data, width, height }: Pixels) => sharp(data, { raw: { width, height, channels: 4 } });

const scale = ({ width, height }: Size, factor: number): Size => ({
  width: Math.max(1, Math.round(width * factor)),
  height: Math.max(1, Math.round(height * factor)),
});

function applyStyle(pixels: Pixels, style: Style): Pixels {
  flattenHiddenColors(pixels.data);
  const light = readLight(pixels.data);
  changeColors(pixels.data, light, style);
  if (style.vignette !== undefined || style.hasScanLines) darken(pixels, style);
  if (style.lines) drawLines(pixels, light, style.lines);
  if (style.isOpaque) for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255;
  if (style.hasRoundCorners) roundCorners(pixels);
  return pixels;
}

function changeColors(data: Buffer, light: Uint8Array, style: Style): void {
  const { saturation = 1, tones } = style;
  const curve = makeCurve(style);
  const ramp = makeRamp(tones?.colors ?? []);
  const share = tones?.share ?? 0;
  for (let index = 0, at = 0; index < light.length; index += 1, at += 4) {
    const value = light[index] ?? 0;
    const tone = (curve[value + OFFSET] ?? 0) * 3;
    for (let channel = 0; channel < 3; channel += 1) {
      const strong = value + ((data[at + channel] ?? 0) - value) * saturation;
      const color = curve[(strong | 0) + OFFSET] ?? 0;
      data[at + channel] = color + ((ramp[tone + channel] ?? 0) - color) * share;
    }
  }
}

/** Makes transparent areas white, because their hidden colors would appear as outlines. */
function flattenHiddenColors(data: Buffer): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255;
    if (alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel += 1) {
      data[channel] = 255 + (((data[channel] ?? 0) - 255) * alpha) / 255;
    }
  }
}

function readLight(data: Buffer): Uint8Array {
  const light = new Uint8Array(data.length / 4);
  for (let index = 0, at = 0; index < light.length; index += 1, at += 4) {
    light[index] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  }
  return light;
}

/** The index of 0 in the curve: saturation moves values below 0 and above 255. */
const OFFSET = 512;

/** What each value becomes by contrast, lift and levels. */
function makeCurve({ contrast = 1, lift = 0, levels = 256 }: Style): Uint8ClampedArray {
  const step = 255 / (levels - 1);
  return Uint8ClampedArray.from({ length: 256 + 2 * OFFSET }, (_, index) => {
    const raised = (index - OFFSET - 128) * contrast + 128 + lift;
    return Math.round(Math.max(0, Math.min(255, raised)) / step) * step;
  });
}

const readColor = (hex: string) => Buffer.from(hex.slice(1), 'hex');

/** A color for each brightness: three bytes each. */
function makeRamp(hexColors: readonly string[]): Uint8ClampedArray {
  const colors = hexColors.map(readColor);
  return Uint8ClampedArray.from({ length: 256 * 3 }, (_, index) => {
    const place = (Math.floor(index / 3) / 255) * (colors.length - 1);
    const [from, to] = [colors[Math.floor(place)], colors[Math.ceil(place)]];
    const [start = 0, end = 0] = [from?.[index % 3], to?.[index % 3]];
    return start + (end - start) * (place % 1);
  });
}

function drawLines(
  { data, width }: Pixels,
  light: Uint8Array,
  { ink, strength, threshold }: NonNullable<Style['lines']>,
): void {
  const inkColor = readColor(ink);
  for (let index = 0; index < light.length; index += 1) {
    const value = light[index] ?? 0;
    const right = (index + 1) % width === 0 ? value : (light[index + 1] ?? value);
    const below = light[index + width] ?? value;
    if (Math.abs(right - value) + Math.abs(below - value) <= threshold) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const color = data[index * 4 + channel] ?? 0;
      data[index * 4 + channel] = color + ((inkColor[channel] ?? 0) - color) * strength;
    }
  }
}

function darken({ data, width, height }: Pixels, { vignette = 0, hasScanLines = false }: Style): void {
  for (let y = 0, at = 0; y < height; y += 1) {
    const rowShade = hasScanLines && y % 4 === 3 ? 0.78 : 1;
    for (let x = 0; x < width; x += 1, at += 4) {
      const corner = ((2 * x) / width - 1) ** 2 + ((2 * y) / height - 1) ** 2;
      const shade = rowShade * (1 - (vignette * corner) / 2);
      for (let channel = at; channel < at + 3; channel += 1) data[channel] = (data[channel] ?? 0) * shade;
    }
  }
}

function roundCorners({ data, width, height }: Pixels): void {
  const radius = Math.min(width, height) * 0.2;
  for (let index = 0; index < width * height; index += 1) {
    const [x, y] = [(index % width) + 0.5, Math.floor(index / width) + 0.5];
    const across = Math.max(0, radius - Math.min(x, width - x));
    const down = Math.max(0, radius - Math.min(y, height - y));
    const outside = Math.max(0, Math.min(1, Math.hypot(across, down) - radius + 0.5));
    data[index * 4 + 3] = (data[index * 4 + 3] ?? 0) * (1 - outside);
  }
}

async function makeBlocks(pixels: Pixels, blocks: number): Promise<Pixels> {
  const { width, height } = scale(pixels, Math.min(1, blocks / Math.max(pixels.width, pixels.height)));
  const palette = await openPixels(pixels)
    .resize(width, height, { fit: 'fill' })
    .modulate({ saturation: 1.4 })
    .png({ palette: true, colours: 16, dither: 0.4 })
    .toBuffer();
  const data = await sharp(palette).toColourspace('srgb').ensureAlpha().raw().toBuffer();
  for (let at = 3; at < data.length; at += 4) data[at] = (data[at] ?? 0) < 128 ? 0 : 255;
  return { data, width, height };
}
