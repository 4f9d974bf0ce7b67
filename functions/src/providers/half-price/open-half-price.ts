import type { HalfPriceProvider } from '@portal/contracts/half-price';
import type { ProviderAccess } from '../call-provider.ts';
import { makeGoogleBatches } from './google-batches.ts';
import type { HalfPriceAdapter } from './half-price-adapter.ts';
import { makeOpenaiBatches } from './openai-batches.ts';

const ADAPTERS = { openai: makeOpenaiBatches, google: makeGoogleBatches };

/** The provider's batches, with one key. */
export const openHalfPrice = (provider: HalfPriceProvider, access: ProviderAccess): HalfPriceAdapter =>
  ADAPTERS[provider](access);
