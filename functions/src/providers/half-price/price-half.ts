import { HALF_PRICE_SHARE } from '@portal/contracts/half-price';
import type { RegisteredModel } from '@portal/contracts/studio-settings';
import { priceOf } from '../model-registry.ts';
import type { Usage } from '../provider-answer.ts';

/** Dollars of a line: half of what its usage costs now. Dollars that a provider reports are what it charges. */
export function priceHalf(
  usage: Usage | undefined,
  model: Pick<RegisteredModel, 'tokenPrices' | 'price'>,
  fallbackDollars: number,
): number {
  return usage?.dollars ?? priceOf(usage, model, fallbackDollars) * HALF_PRICE_SHARE;
}
