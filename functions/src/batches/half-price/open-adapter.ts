import { readProviderSettings } from '../../platform/config/config.ts';
import type { ProviderAccess } from '../../providers/call-provider.ts';
import type { HalfPriceAdapter } from '../../providers/half-price/half-price-adapter.ts';
import { openHalfPrice } from '../../providers/half-price/open-half-price.ts';
import { findAccess } from '../../providers/key-pool.ts';
import type { ProviderBatch } from '../store/provider-batch-store.ts';

export interface OpenAdapter {
  adapter: HalfPriceAdapter;
  access: ProviderAccess;
}

/** With the key that the provider batch belongs to. Undefined if the studio no longer has it. */
export function openAdapter({
  provider,
  key,
}: Pick<ProviderBatch, 'provider' | 'key'>): OpenAdapter | undefined {
  const access = findAccess(readProviderSettings(provider), key);
  return access && { access, adapter: openHalfPrice(provider, access) };
}
