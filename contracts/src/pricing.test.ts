import { expect, it } from 'vitest';
import { ModelSchema, type Model, type Provider } from './generation-request.ts';
import { findPrice, MAX_PRICING_ENTRIES, parsePricing, type PricingEntry } from './pricing.ts';

const PROVIDERS: Record<Model, Provider> = {
  'gpt-image-1': 'openai',
  'gpt-4o': 'openai',
  gemini: 'google',
  imagen3: 'google',
  imagen4: 'google',
  'sd3.5-medium': 'stability',
  'sd3.5-large': 'stability',
  'sd3.5-large-turbo': 'stability',
  grok: 'xai',
  'grok-2-image': 'xai',
};
const GROK: PricingEntry = { provider: 'xai', model: 'grok', price: 0.02 };

it('has a price for every model and 0 for any other [T9.1.14]', () => {
  for (const model of ModelSchema.options) {
    expect(findPrice([], { provider: PROVIDERS[model], model })).toBeGreaterThan(0);
  }
  expect(findPrice([], { provider: 'openai', model: 'gpt-image-9' })).toBe(0);
  expect(findPrice([], { provider: 'google', model: 'imagen9' })).toBe(0);
  expect(findPrice([], { provider: 'stability', model: 'sd9' })).toBe(0);
});

it('reads a missing or empty document as no prices', () => {
  expect(parsePricing(undefined)).toEqual({ pricing: { models: [] }, problems: [] });
  expect(parsePricing({ models: [] })).toEqual({ pricing: { models: [] }, problems: [] });
});

it('skips a bad entry, names the bad field, and keeps the others', () => {
  const { pricing, problems } = parsePricing({
    models: [GROK, { ...GROK, price: '5' }, { ...GROK, model: 'grok-9' }, { ...GROK, version: 2 }, 7, GROK],
  });
  expect(pricing.models).toEqual([GROK, GROK]);
  expect(problems.map(({ path }) => path)).toEqual([
    'models.1.price',
    'models.2.model',
    'models.3.version',
    'models.4',
  ]);
});

it.each([
  [10.01, 'A price is at most $10 an image.'],
  [-0.01, 'A price is at least $0.'],
])('refuses a price of %d dollars', (price, message) => {
  expect(parsePricing({ models: [{ ...GROK, price }] })).toEqual({
    pricing: { models: [] },
    problems: [{ path: 'models.0.price', message }],
  });
});

it.each([[null], ['models'], [{}], [{ models: { 0: GROK } }]])('finds no prices in %j', (document) => {
  const { pricing, problems } = parsePricing(document);
  expect(pricing.models).toEqual([]);
  expect(problems).toHaveLength(1);
});

it('reads at most 500 entries', () => {
  const models = Array.from({ length: MAX_PRICING_ENTRIES + 1 }, () => GROK);
  const { pricing, problems } = parsePricing({ models });
  expect(pricing.models).toHaveLength(MAX_PRICING_ENTRIES);
  expect(problems).toEqual([{ path: 'models', message: 'Only the first 500 entries count.' }]);
});
