import { nameColor } from './name-color.ts';
import { average, eachPixel, type Pixel, type Pixels } from './pixels.ts';

export interface Colors {
  /** English names, most frequent first. */
  colors: string[];
  saturation: 'none' | 'pastel' | 'medium' | 'vivid';
}

const MAX_COLORS = 4;
const MIN_SHARE = 0.07;

export function measureColors(pixels: Pixels): Colors {
  const all = [...eachPixel(pixels)];
  const counts = new Map<string, number>();
  for (const { red, green, blue } of all) {
    const name = nameColor(red, green, blue);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const named = [...counts].toSorted(([, one], [, other]) => other - one);
  const frequent = named.filter(([, count], rank) => rank === 0 || count >= MIN_SHARE * all.length);
  return {
    colors: frequent.slice(0, MAX_COLORS).map(([name]) => name),
    saturation: nameSaturation(all),
  };
}

const chromaOf = ({ red, green, blue }: Pixel) =>
  (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;

function nameSaturation(pixels: readonly Pixel[]): Colors['saturation'] {
  const chroma = average(pixels.map(chromaOf));
  if (chroma < 0.03) return 'none';
  if (chroma > 0.45) return 'vivid';
  return chroma < 0.3 && average(pixels.map(({ light }) => light)) > 0.65 ? 'pastel' : 'medium';
}
