import type { ImageAnalysis } from './analyze-image.ts';

/** English keywords from words.ts: first the subject, then the look. */
export function listKeywords(analysis: ImageAnalysis): [subject: string, ...others: string[]] {
  const [subject, ...others] = nameSubject(analysis);
  return [subject, ...new Set([...others, ...nameLook(analysis), nameShape(analysis)])];
}

const skies = new Set(['blue', 'turquoise', 'white', 'grey', 'pink', 'orange', 'purple', 'yellow']);
const grounds: Record<string, string[]> = {
  green: ['meadow', 'nature'],
  blue: ['sea', 'nature'],
  turquoise: ['sea', 'nature'],
  brown: ['nature'],
  beige: ['nature'],
};

function nameSubject(analysis: ImageAnalysis): [string, ...string[]] {
  if (analysis.hasLettering && analysis.hasPlainBackground) return ['lettering', ...nameBackground(analysis)];
  if (analysis.isTransparent || (analysis.hasPlainBackground && analysis.isCentered)) {
    return ['object', 'isolated', ...nameBackground(analysis)];
  }
  if (analysis.horizon && skies.has(analysis.horizon.above)) {
    return ['landscape', 'sky', 'horizon', ...(grounds[analysis.horizon.below] ?? [])];
  }
  if (analysis.hasPlainBackground) return ['background', 'plain background', 'minimal', 'copy space'];
  if (analysis.texture === 'smooth') return ['abstract', 'gradient'];
  if (analysis.texture === 'detailed' && analysis.isSymmetric) return ['pattern', 'abstract'];
  return ['scene'];
}

function nameBackground({ isTransparent, hasPlainBackground }: ImageAnalysis): string[] {
  if (isTransparent) return ['transparent background'];
  return hasPlainBackground ? ['plain background', 'copy space'] : [];
}

const looks = {
  saturation: { none: ['black and white'], pastel: ['pastel'], medium: [], vivid: ['vivid', 'colorful'] },
  brightness: { dark: ['dark'], medium: [], bright: ['bright'], 'high key': ['bright', 'high key'] },
  contrast: { low: ['soft'], medium: [], high: ['high contrast'] },
  texture: { smooth: ['smooth'], medium: [], detailed: ['detailed', 'texture'] },
};

const nameLook = (analysis: ImageAnalysis): string[] => [
  ...(analysis.hasLettering ? ['lettering'] : []),
  ...analysis.colors,
  ...looks.saturation[analysis.saturation],
  ...looks.brightness[analysis.brightness],
  ...(analysis.horizon && analysis.brightness === 'dark' ? ['night'] : []),
  ...(analysis.horizon && analysis.brightness === 'bright' ? ['day'] : []),
  ...looks.contrast[analysis.contrast],
  ...looks.texture[analysis.texture],
  ...(analysis.isCentered ? ['centered'] : []),
  ...(analysis.isSymmetric ? ['symmetry'] : []),
];

function nameShape({ width, height }: ImageAnalysis): string {
  const ratio = width / height;
  if (ratio >= 2) return 'panorama';
  if (ratio > 1.05) return 'horizontal';
  return ratio < 0.95 ? 'vertical' : 'square';
}
