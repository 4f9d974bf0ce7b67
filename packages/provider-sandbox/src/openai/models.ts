/** The models that the portal's settings name, and what they support. */
export const IMAGE_MODELS: readonly string[] = ['gpt-image-2.5-flare', 'gpt-image-2.5-sunburst'];
export const TEXT_MODEL = 'gpt-5.4-mini';

const MAX_EDGE = 3_840;
const MIN_PIXELS = 655_360;
const MAX_PIXELS = 3_840 * 2_160;

/** Undefined if the image models do not support the size. */
export function readSize(size: string): { width: number; height: number } | undefined {
  const [, first, second] = /^(\d{2,4})x(\d{2,4})$/.exec(size) ?? [];
  const width = Number(first);
  const height = Number(second);
  const fits =
    width % 16 === 0 &&
    height % 16 === 0 &&
    Math.max(width, height) <= Math.min(MAX_EDGE, 3 * Math.min(width, height)) &&
    width * height >= MIN_PIXELS &&
    width * height <= MAX_PIXELS;
  return fits ? { width, height } : undefined;
}

const SQUARE_IMAGE_TOKENS = { low: 272, medium: 1_056, high: 4_160 };
export type Quality = keyof typeof SQUARE_IMAGE_TOKENS;

/** Output tokens of one image. */
export function countImageTokens(quality: Quality, width: number, height: number): number {
  return Math.round((SQUARE_IMAGE_TOKENS[quality] * width * height) / (1_024 * 1_024));
}
