import { nameColor } from './name-color.ts';
import { average, deviation, eachPixel, type Pixel, type Pixels } from './pixels.ts';

export interface Layout {
  /** One color around the subject. */
  hasPlainBackground: boolean;
  isCentered: boolean;
  isSymmetric: boolean;
  /** Set if the top is brighter than the bottom: the colors of both. */
  horizon: { above: string; below: string } | undefined;
}

export function measureLayout(pixels: Pixels): Layout {
  const all = [...eachPixel(pixels)];
  const { edge } = pixels;
  const margin = edge / 16;
  const isOuter = (at: number) => at < margin || at >= edge - margin;
  const isInner = (at: number) => at >= edge / 4 && at < (edge * 3) / 4;
  const border = all.filter(({ x, y }) => isOuter(x) || isOuter(y));
  const middle = all.filter(({ x, y }) => isInner(x) && isInner(y));
  const hasPlainBackground = border.length > 0 && spreadOf(border) < 0.05;
  return {
    hasPlainBackground,
    // An entirely transparent border counts as a plain background.
    isCentered:
      middle.length > 0 && (border.length === 0 || (hasPlainBackground && differ(border, middle) > 0.12)),
    isSymmetric: findAsymmetry(pixels, all) < 0.03,
    horizon: findHorizon(all, edge),
  };
}

const channels = [({ red }: Pixel) => red, ({ green }: Pixel) => green, ({ blue }: Pixel) => blue];

const spreadOf = (pixels: readonly Pixel[]) =>
  Math.max(...channels.map((channel) => deviation(pixels.map(channel)))) / 255;

const meanOf = (pixels: readonly Pixel[]) => channels.map((channel) => average(pixels.map(channel)));

function differ(some: readonly Pixel[], others: readonly Pixel[]): number {
  const other = meanOf(others);
  return Math.max(...meanOf(some).map((value, index) => Math.abs(value - (other[index] ?? 0)))) / 255;
}

function findAsymmetry({ edge }: Pixels, all: readonly Pixel[]): number {
  const lights = new Map(all.map(({ x, y, light }) => [y * edge + x, light]));
  return average(
    all.map(({ x, y, light }) => Math.abs(light - (lights.get(y * edge + edge - 1 - x) ?? 1 - light))),
  );
}

function findHorizon(all: readonly Pixel[], edge: number): Layout['horizon'] {
  const isAbove = ({ y }: Pixel) => y < edge / 3;
  const isBelow = ({ y }: Pixel) => y >= (edge * 2) / 3;
  const [above, below] = [all.filter(isAbove), all.filter(isBelow)];
  const [top, bottom] = [above, below].map((part) => average(part.map(({ light }) => light)));
  const isSky = (top ?? 0) > 0.3 && (top ?? 0) - (bottom ?? 0) > 0.08 && spreadOf(above) < 0.22;
  if (!isSky) return undefined;
  const [upper, lower] = [above, below].map((part) => {
    const [red = 0, green = 0, blue = 0] = meanOf(part);
    return nameColor(red, green, blue);
  });
  return { above: upper ?? '', below: lower ?? '' };
}
