import type { ProviderAccess } from '../call-provider.ts';
import { makeGoogleBatches } from './google-batches.ts';
import type { HalfPriceAdapter } from './half-price-adapter.ts';
import { makeOpenaiBatches } from './openai-batches.ts';
import { makeXaiBatches } from './xai-batches.ts';

const ADAPTERS = { openai: makeOpenaiBatches, google: makeGoogleBatches, xai: makeXaiBatches };

/** Providers with batches. Not all offer half the price: see `HALF_PRICE_PROVIDERS`. */
export type BatchProvider = keyof typeof ADAPTERS;

/** The provider's batches, with one key. */
export const openHalfPrice = (provider: BatchProvider, access: ProviderAccess): HalfPriceAdapter =>
  ADAPTERS[provider](access);
