import type { Pixels } from './image-sizes.ts';

/** Tokens of a square of 1024 pixels (gpt-image-1 and 1.5), and how many steps an edge is billed in (gpt-image-2). */
const QUALITIES = {
  low: { squareTokens: 272, steps: 16 },
  medium: { squareTokens: 1_056, steps: 48 },
  high: { squareTokens: 4_160, steps: 96 },
};
export type OpenaiQuality = keyof typeof QUALITIES;

export const isOpenaiQuality = (quality: string): quality is OpenaiQuality =>
  Object.hasOwn(QUALITIES, quality);

/**
 * The larger of the two formulas that OpenAI's image models are billed by: by area, and by steps along both edges, of which a
 * square has the most. Which of them gpt-image-2.5 follows is not published.
 * https://community.openai.com/t/gpt-image-2-output-pricing-calculator-online-and-in-your-code/1382699
 */
export function countOpenaiTokens(quality: OpenaiQuality, { width, height }: Pixels): number {
  const { squareTokens, steps } = QUALITIES[quality];
  const area = width * height;
  const shortSteps = Math.round((steps * Math.min(width, height)) / Math.max(width, height));
  return Math.ceil(
    Math.max((squareTokens * area) / 1024 ** 2, (steps * shortSteps * (2_000_000 + area)) / 4_000_000),
  );
}
