import { expect, it, vi } from 'vitest';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { readPricing } from './pricing-store.ts';

const firestore = await startFirestore();

it('has no prices until an admin sets one', async () => {
  vi.stubEnv('CACHE_SECONDS', '0');
  expect(await readPricing(firestore)).toEqual({ models: [] });
  const models = [{ provider: 'openai', model: 'gpt-image-1', quality: 'low', price: 0.5 }];
  await firestore.doc('settings/pricing').set({ models });
  expect(await readPricing(firestore)).toEqual({ models });
});
