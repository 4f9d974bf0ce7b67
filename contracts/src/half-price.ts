import type { Provider } from './generation-request.ts';

/** Providers whose price lists promise half the price for pictures and texts within 24 hours. See docs/decisions/072. */
export const HALF_PRICE_PROVIDERS = ['openai', 'google'] as const satisfies readonly Provider[];
export type HalfPriceProvider = (typeof HALF_PRICE_PROVIDERS)[number];

/** Of the price of a call now. */
export const HALF_PRICE_SHARE = 0.5;

export const hasHalfPrice = (provider: Provider): provider is HalfPriceProvider =>
  HALF_PRICE_PROVIDERS.some((each) => each === provider);
