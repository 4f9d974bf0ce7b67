/** SVG shapes. A scene is 1,000 units high and as wide as its ratio makes it. */
import type { Random } from '../random.ts';

export const circle = (x: number, y: number, radius: number, fill: string, opacity = 1): string =>
  ellipse(x, y, radius, radius, fill, `fill-opacity="${opacity.toFixed(2)}"`);

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, rest = ''): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}" ${rest}/>`;

export const rectangle = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  rest = '',
): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${rest}/>`;

export const path = (d: string, fill: string, rest = ''): string => `<path d="${d}" fill="${fill}" ${rest}/>`;

export const line = (d: string, color: string, width: number): string =>
  path(d, 'none', `stroke="${color}" stroke-width="${width}"`);

export const polygon = (points: readonly number[], fill: string): string =>
  `<polygon points="${points.map(round).join(' ')}" fill="${fill}"/>`;

/** A vertical gradient: rows of one color compress fast. */
const gradient = (id: string, colors: readonly string[], end = 1): string =>
  `<linearGradient id="${id}" x2="0" y2="${end}">${colors
    .map((color, index) => `<stop offset="${index / (colors.length - 1)}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`;

export const backdrop = (width: number, colors: readonly string[], horizon = 1_000): string =>
  gradient('backdrop', colors, horizon / 1_000) + rectangle(0, 0, width, 1_000, 'url(#backdrop)');

/** Everything below a wavy line. `step` is the distance between crests. */
export function ridge(random: Random, width: number, y: number, height: number, step: number, fill: string) {
  const heights = Array.from({ length: Math.ceil(width / step) + 3 }, () => y - height * random.next());
  const curve = heights.slice(1).map((top, index) => {
    const before = heights[index] ?? y;
    const x = (index - 0.5) * step;
    return `C${round(x + step / 2)} ${round(before)} ${round(x + step / 2)} ${round(top)} ${round(x + step)} ${round(top)}`;
  });
  return path(`M${-step / 2} ${round(heights[0] ?? y)}${curve.join('')}V1000H${-step}Z`, fill);
}

/** Makes one shape per number below `count`. */
export const repeat = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

const round = (value: number) => Math.round(value * 10) / 10;
