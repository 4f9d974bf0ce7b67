import { HALF_PRICE_SHARE } from '@portal/contracts/half-price';
import type { RegisteredModel } from '@portal/contracts/studio-settings';
import { priceOf } from '../model-registry.ts';
import type { Usage } from '../provider-answer.ts';

const NOTHING: Usage = { textInputTokens: 0, imageInputTokens: 0, outputTokens: 0 };

/**
 * Dollars of a line: half of what its usage costs now. Tokens from the cache cost as much as now at Gemini
 * (https://ai.google.dev/gemini-api/docs/batch-api), and are priced so everywhere.
 */
export function priceHalf(
  usage: Usage | undefined,
  model: Pick<RegisteredModel, 'tokenPrices' | 'price'>,
  fallbackDollars: number,
): number {
  const now = priceOf(usage, model, fallbackDollars);
  const cached =
    usage?.cachedInputTokens && model.tokenPrices
      ? priceOf({ ...NOTHING, cachedInputTokens: usage.cachedInputTokens }, model, 0)
      : 0;
  return cached + (now - cached) * HALF_PRICE_SHARE;
}
