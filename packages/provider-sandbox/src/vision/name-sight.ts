import type { Sight } from './look-at.ts';

/** What can be said of a picture, in English words of words.ts: what it shows, then what it is like. */
export function nameSight(sight: Sight): [subject: string, ...others: string[]] {
  const [subject, ...others] = nameSubject(sight);
  return [subject, ...new Set([...others, ...nameLook(sight), nameShape(sight)])];
}

const skies = new Set(['blue', 'turquoise', 'white', 'grey', 'pink', 'orange', 'purple', 'yellow']);
const grounds: Record<string, string[]> = {
  green: ['meadow', 'nature'],
  blue: ['sea', 'nature'],
  turquoise: ['sea', 'nature'],
  brown: ['nature'],
  beige: ['nature'],
};

function nameSubject(sight: Sight): [string, ...string[]] {
  if (sight.hasLettering && sight.hasPlainBackground) return ['lettering', ...nameBackground(sight)];
  if (sight.isTransparent || (sight.hasPlainBackground && sight.isCentred)) {
    return ['object', 'isolated', ...nameBackground(sight)];
  }
  if (sight.horizon && skies.has(sight.horizon.above)) {
    return ['landscape', 'sky', 'horizon', ...(grounds[sight.horizon.below] ?? [])];
  }
  if (sight.hasPlainBackground) return ['background', 'plain background', 'minimal', 'copy space'];
  if (sight.texture === 'smooth') return ['abstract', 'gradient'];
  if (sight.texture === 'detailed' && sight.isSymmetric) return ['pattern', 'abstract'];
  return ['scene'];
}

function nameBackground({ isTransparent, hasPlainBackground }: Sight): string[] {
  if (isTransparent) return ['transparent background'];
  return hasPlainBackground ? ['plain background', 'copy space'] : [];
}

const looks = {
  saturation: { none: ['black and white'], pastel: ['pastel'], medium: [], vivid: ['vivid', 'colorful'] },
  brightness: { dark: ['dark'], medium: [], bright: ['bright'], 'high key': ['bright', 'high key'] },
  contrast: { low: ['soft'], medium: [], high: ['high contrast'] },
  texture: { smooth: ['smooth'], medium: [], detailed: ['detailed', 'texture'] },
};

const nameLook = (sight: Sight): string[] => [
  ...(sight.hasLettering ? ['lettering'] : []),
  ...sight.colours,
  ...looks.saturation[sight.saturation],
  ...looks.brightness[sight.brightness],
  ...(sight.horizon && sight.brightness === 'dark' ? ['night'] : []),
  ...(sight.horizon && sight.brightness === 'bright' ? ['day'] : []),
  ...looks.contrast[sight.contrast],
  ...looks.texture[sight.texture],
  ...(sight.isCentred ? ['centered'] : []),
  ...(sight.isSymmetric ? ['symmetry'] : []),
];

function nameShape({ width, height }: Sight): string {
  const ratio = width / height;
  if (ratio >= 2) return 'panorama';
  if (ratio > 1.05) return 'horizontal';
  return ratio < 0.95 ? 'vertical' : 'square';
}
