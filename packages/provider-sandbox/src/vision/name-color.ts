/** The upper bound of each hue, in degrees. */
const hues = [
  [14, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [165, 'green'],
  [195, 'turquoise'],
  [255, 'blue'],
  [290, 'purple'],
  [340, 'pink'],
  [360, 'red'],
] as const;

/** The English name of a color; values from 0 to 255. */
export function nameColor(red: number, green: number, blue: number): string {
  const most = Math.max(red, green, blue);
  const chroma = (most - Math.min(red, green, blue)) / 255;
  const lightness = (most / 255) * 2 - chroma;
  const hue = findHue(red, green, blue, most, chroma * 255);
  if (lightness < 0.24) return 'black';
  if (chroma < 0.08) return lightness > 1.76 ? 'white' : 'grey';
  if (hue >= 18 && hue < 60 && lightness > 1.3 && chroma < 0.4) return 'beige';
  if (hue >= 14 && hue < 45 && lightness < 0.85) return 'brown';
  const name = hues.find(([end]) => hue < end)?.[1] ?? 'red';
  return name === 'red' && lightness > 1.4 ? 'pink' : name;
}

function findHue(red: number, green: number, blue: number, most: number, range: number): number {
  if (range === 0) return 0;
  if (most === red) return (60 * ((green - blue) / range) + 360) % 360;
  return most === green ? 60 * ((blue - red) / range) + 120 : 60 * ((red - green) / range) + 240;
}
