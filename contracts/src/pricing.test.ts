import { expect, it } from 'vitest';
import { ModelSchema } from './generation-request.ts';
import { findPrice, isFarOff } from './pricing.ts';
import { PROVIDER_OF } from './studio-settings.ts';

it('has a price for every model and 0 for any other [T9.1.14, D-settled-by-the-acceptance-test.15]', () => {
  for (const model of ModelSchema.options) {
    expect(findPrice([], { provider: PROVIDER_OF[model], model })).toBeGreaterThan(0);
  }
  expect(findPrice([], { provider: 'openai', model: 'gpt-image-9' })).toBe(0);
  expect(findPrice([], { provider: 'google', model: 'imagen9' })).toBe(0);
  expect(findPrice([], { provider: 'stability', model: 'sd9' })).toBe(0);
});

const square = { provider: 'openai', model: 'gpt-image-1', quality: 'high', aspectRatio: '1:1' } as const;
const ultra = { provider: 'google', model: 'imagen4', version: 'ultra', aspectRatio: '1:1' } as const;

it.each([
  [square, undefined, 0.167],
  // 16,640 and 32,907 tokens at $30 per million.
  [square, '2K', 0.4992],
  [square, '4K', 0.98721],
  [{ ...square, quality: 'low' }, '2K', 0.03264],
  [ultra, undefined, 0.06],
  [ultra, '4K', 0.1134],
  [{ provider: 'google', model: 'imagen3' }, '2K', 0.0504],
  [{ provider: 'xai', model: 'grok-2-image' }, '2K', 0.07],
  [{ provider: 'google', model: 'gemini' }, undefined, 0.0336],
  [{ provider: 'stability', model: 'sd3.5-large-turbo', version: 'large' }, undefined, 0.04],
] as const)('prices %o at %s as %d', (request, size, price) => {
  expect(findPrice([], { ...request, size })).toBeCloseTo(price, 6);
});

it.each([
  ['no field', { aspectRatio: '1:1', version: 'standard' }, 1],
  ['one field', { aspectRatio: '9:16', version: 'standard' }, 2],
  ['two fields', { aspectRatio: '9:16', version: 'ultra' }, 3],
  ['one of two fields of another entry', { aspectRatio: '16:9', version: 'ultra' }, 1],
])(
  'prices by the entry that matches %s [T3.3.1, T3.3.2, T9.1.4, D-providers.11, D-providers.12, D-providers.13]',
  (_, settings, price) => {
    const imagen = { provider: 'google', model: 'imagen4' } as const;
    const entries = [
      { ...imagen, price: 1 },
      { ...imagen, aspectRatio: '9:16', price: 2 },
      { ...imagen, aspectRatio: '9:16', version: 'ultra', price: 3 },
      { ...imagen, aspectRatio: '16:9', version: 'standard', price: 9 },
      { ...imagen, quality: 'high', price: 8 },
    ];
    expect(findPrice(entries, { ...imagen, ...settings })).toBe(price);
  },
);

it('prices larger and standard sizes only by entries of their own size', () => {
  const entry = { provider: 'openai', model: 'gpt-image-1', quality: 'high', price: 0.2 } as const;
  expect(findPrice([entry], square)).toBe(0.2);
  expect(findPrice([entry], { ...square, size: '4K' })).toBeGreaterThan(0.9);
  const larger = { provider: 'openai', model: 'gpt-image-1', size: '4K', price: 0.7 } as const;
  expect(findPrice([entry, larger], { ...square, size: '4K' })).toBe(0.7);
  expect(findPrice([larger], square)).toBe(0.167);
});

it.each([
  [0.07, 0.02, true],
  [0.03, 0.039, false],
  [0.03, 0.0401, true],
  [0.03, 0.0199, true],
  [0, 0, false],
])('an estimate of %d for a price of %d is far off: %s', (estimate, price, isOff) => {
  expect(isFarOff(estimate, price)).toBe(isOff);
});
