/** Work that a provider does within 24 hours for half the price. See docs/decisions/006. */
import { z } from 'zod';
import type { Provider } from './generation-request.ts';

/** Providers whose price lists promise half the price for pictures and texts within 24 hours. */
export const HALF_PRICE_PROVIDERS = ['openai', 'google'] as const satisfies readonly Provider[];
export const HalfPriceProviderSchema = z.enum(HALF_PRICE_PROVIDERS);
export type HalfPriceProvider = z.infer<typeof HalfPriceProviderSchema>;

/** What the providers promise. */
export const HALF_PRICE_HOURS = 24;

/** Of the price of a call now. */
export const HALF_PRICE_SHARE = 0.5;

/** Dollars of what costs `price` now. */
export const priceAt = (price: number, isHalfPrice: boolean): number =>
  isHalfPrice ? price * HALF_PRICE_SHARE : price;

/**
 * Whether a job's keywords are written for half the price. Each stage may take a day, and files live for three: after a restyling
 * stage they are written now.
 */
export const hasHalfPriceKeywords = (hasStylizer: boolean): boolean => !hasStylizer;

export const hasHalfPrice = (provider: Provider): provider is HalfPriceProvider =>
  HALF_PRICE_PROVIDERS.some((each) => each === provider);

/** A field of the calls that start a batch. Refused if the provider does not offer it. */
export const HALF_PRICE_OPTION = {
  /** Within 24 hours, for about half the price. */
  isHalfPrice: z.boolean().optional(),
};
