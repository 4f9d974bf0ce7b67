import { findNearestShape, type Original } from '../images/read-original.ts';

/** The image models of the API, as the SDK's types name them, and what each can do. */
export interface ImageModel {
  anySize: boolean;
  qualities: readonly string[];
  /** How true an edit stays to its pictures; the newer models always do, and take no such setting. */
  fidelities: readonly string[];
}

const standardQualities = ['auto', 'low', 'medium', 'high'] as const;
const classic: ImageModel = { anySize: false, qualities: standardQualities, fidelities: ['low', 'high'] };
const second: ImageModel = { anySize: true, qualities: standardQualities, fidelities: [] };
const latest: ImageModel = { ...second, qualities: [...standardQualities, 'xhigh', 'max'] };

export const imageModels: ReadonlyMap<string, ImageModel> = new Map([
  ['gpt-image-1-mini', { ...classic, fidelities: ['low'] }],
  ['gpt-image-1.5', classic],
  ['chatgpt-image-latest', classic],
  ['gpt-image-2', second],
  ['gpt-image-2-2026-04-21', second],
  ['gpt-image-2.5-sunburst', latest],
  ['gpt-image-2.5-sunburst-2026-09-08', latest],
  ['gpt-image-2.5-flare', latest],
  ['gpt-image-2.5-flare-2026-09-08', latest],
  ['gpt-image-2.6-sunburst', latest],
  ['gpt-image-2.6-flare', latest],
]);

/** Models that once were there. */
export const retiredModels = ['gpt-image-1', 'dall-e-2', 'dall-e-3'];

/** What `auto` chooses from, and all that older models have. */
const classicSizes = [
  [1_024, 1_024],
  [1_536, 1_024],
  [1_024, 1_536],
] as const;
const edgeLimit = 3_840;
const fewestPixels = 655_360;
const mostPixels = 3_840 * 2_160;

/** Undefined when the model cannot paint at that size. */
export function readSize(
  model: ImageModel,
  size: string,
  original: Original | undefined,
): { width: number; height: number } | undefined {
  if (size === 'auto') {
    const [width, height] = original ? findNearestShape(original, classicSizes) : classicSizes[0];
    return { width, height };
  }
  const [, first, second] = /^(\d{2,4})x(\d{2,4})$/.exec(size) ?? [];
  const width = Number(first);
  const height = Number(second);
  const fits = model.anySize
    ? width % 16 === 0 &&
      height % 16 === 0 &&
      Math.max(width, height) <= Math.min(edgeLimit, 3 * Math.min(width, height)) &&
      width * height >= fewestPixels &&
      width * height <= mostPixels
    : classicSizes.some(([across, down]) => across === width && down === height);
  return fits ? { width, height } : undefined;
}

const tokensOfASquare: Record<string, number> = {
  low: 272,
  medium: 1_056,
  high: 4_160,
  xhigh: 6_240,
  max: 8_320,
};

/** Tokens of one image: what the price is made of. */
export function countImageTokens(quality: string, width: number, height: number): number {
  return Math.round(((tokensOfASquare[quality] ?? 0) * width * height) / (1_024 * 1_024));
}
