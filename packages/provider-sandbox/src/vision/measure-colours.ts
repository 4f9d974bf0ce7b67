import { nameColour } from './name-colour.ts';
import { average, eachPixel, type Pixel, type Pixels } from './pixels.ts';

export interface Colours {
  /** The most frequent first, named in English. */
  colours: string[];
  saturation: 'none' | 'pastel' | 'medium' | 'vivid';
}

const mostColours = 4;
const leastShare = 0.07;

export function measureColours(pixels: Pixels): Colours {
  const all = [...eachPixel(pixels)];
  const counts = new Map<string, number>();
  for (const { red, green, blue } of all) {
    const name = nameColour(red, green, blue);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const named = [...counts].toSorted(([, one], [, other]) => other - one);
  const frequent = named.filter(([, count], rank) => rank === 0 || count >= leastShare * all.length);
  return {
    colours: frequent.slice(0, mostColours).map(([name]) => name),
    saturation: nameSaturation(all),
  };
}

const chromaOf = ({ red, green, blue }: Pixel) =>
  (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;

function nameSaturation(pixels: readonly Pixel[]): Colours['saturation'] {
  const chroma = average(pixels.map(chromaOf));
  if (chroma < 0.03) return 'none';
  if (chroma > 0.45) return 'vivid';
  return chroma < 0.3 && average(pixels.map(({ light }) => light)) > 0.65 ? 'pastel' : 'medium';
}
