import { findNearestShape, type Original } from '../images/read-original.ts';

/** Capabilities of the image models, named as in the SDK's types. */
export interface ImageModel {
  anySize: boolean;
  qualities: readonly string[];
  /** Values of input_fidelity; newer models do not have that setting. */
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

/** Models that no longer exist. */
export const retiredModels = ['gpt-image-1', 'dall-e-2', 'dall-e-3'];

/** The sizes of older models, and the choices of `auto`. */
const classicSizes = [
  [1_024, 1_024],
  [1_536, 1_024],
  [1_024, 1_536],
] as const;
const MAX_EDGE = 3_840;
const MIN_PIXELS = 655_360;
const MAX_PIXELS = 3_840 * 2_160;

/** Undefined if the model does not support the size. */
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
      Math.max(width, height) <= Math.min(MAX_EDGE, 3 * Math.min(width, height)) &&
      width * height >= MIN_PIXELS &&
      width * height <= MAX_PIXELS
    : classicSizes.some(([across, down]) => across === width && down === height);
  return fits ? { width, height } : undefined;
}

const SQUARE_IMAGE_TOKENS: Record<string, number> = {
  low: 272,
  medium: 1_056,
  high: 4_160,
  xhigh: 6_240,
  max: 8_320,
};

/** Output tokens of one image. */
export function countImageTokens(quality: string, width: number, height: number): number {
  return Math.round(((SQUARE_IMAGE_TOKENS[quality] ?? 0) * width * height) / (1_024 * 1_024));
}
