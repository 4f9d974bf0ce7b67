import { expect, it } from 'vitest';
import { ModelSchema } from './generation-request.ts';
import { findPrice } from './pricing.ts';
import { PROVIDER_OF } from './studio-settings.ts';

it('has a price for every model and 0 for any other [T9.1.14]', () => {
  for (const model of ModelSchema.options) {
    expect(findPrice([], { provider: PROVIDER_OF[model], model })).toBeGreaterThan(0);
  }
  expect(findPrice([], { provider: 'openai', model: 'gpt-image-9' })).toBe(0);
  expect(findPrice([], { provider: 'google', model: 'imagen9' })).toBe(0);
  expect(findPrice([], { provider: 'stability', model: 'sd9' })).toBe(0);
});
