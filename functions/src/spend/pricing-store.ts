import type { Pricing } from '@portal/contracts/pricing';
import type { Firestore } from 'firebase-admin/firestore';
import { PRICING } from '../platform/settings/settings-documents.ts';
import { makeSettingsReader } from '../platform/settings/settings-store.ts';

export const pricingSettings = makeSettingsReader(PRICING);

/** Prices that admins have set. All others come from the contract's fallback table. */
export const readPricing = async (firestore: Firestore): Promise<Pricing> =>
  (await pricingSettings.read(firestore)).settings ?? { models: [] };
