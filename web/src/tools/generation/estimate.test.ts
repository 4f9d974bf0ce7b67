import { expect, test } from 'vitest';
import { switchProvider } from './apply-choice.ts';
import { estimate, findExpectedDollars, NO_PRICES } from './estimate.ts';
import { DEFAULT_VALUES } from './form-values.ts';
import { COMPLETE, createValues } from './testing/create-values.ts';

test('adds the price of 10 images in high quality by default [T9.1.2]', () => {
  expect(estimate(NO_PRICES, DEFAULT_VALUES)).toEqual({
    total: '$0.17',
    sum: '1 image × $0.17, high quality · 10 for $1.67',
  });
  expect(estimate(NO_PRICES, createValues({ prompt: 'A red fox' }))?.sum).toMatch(/10 for \$1\.67$/);
});

test.each([
  [{ quantity: 3 }, '$0.50', '3 images, about $0.17 each, high quality'],
  [{ gptQuality: 'low' }, '$0.01', '1 image × $0.01'],
  [{ gptAspectRatio: '2:3', gptQuality: 'medium', quantity: 100 }, '$6.30', '100 images, about $0.06 each'],
] as const)('multiplies quantity and price: %o [T9.1.1]', (overrides, total, sum) => {
  expect(estimate(NO_PRICES, createValues(overrides))).toEqual({ total, sum });
});

test.each([{ gptAspectRatio: '2:3' }, { gptSize: '2K' }, { gptQuality: 'high' }] as const)(
  'leaves out the price of 10 images once a price has been chosen: %o',
  (overrides) => {
    expect(estimate(NO_PRICES, createValues(overrides))?.sum).not.toContain('10 for');
  },
);

test('shows two decimals and thousands separators [T9.1.1]', () => {
  const models = [{ provider: 'xai', model: 'grok-2-image', price: 12.5 } as const];
  expect(estimate({ ...NO_PRICES, models }, { ...COMPLETE.xai, quantity: 100 })).toEqual({
    total: '$1,250.00',
    sum: '100 images × $12.50',
  });
});

test.each([
  ['Imagen 3 [T9.1.9]', COMPLETE.imagen3, '$0.36'],
  ['Imagen 4 [T9.1.10]', COMPLETE.imagen4, '$0.72'],
  ['Grok [T9.1.11]', COMPLETE.xai, '$0.84'],
  ['Stable Diffusion [T9.1.13]', COMPLETE.stability, '$0.78'],
])('uses the fallback price of %s', (_name, values, total) => {
  expect(estimate(NO_PRICES, values)?.total).toBe(total);
});

test('prefers the studio’s price and shows Free only for Google [T9.1.3, T9.1.4]', () => {
  const google = { provider: 'google', model: 'imagen4', price: 0 } as const;
  expect(estimate({ ...NO_PRICES, models: [google] }, COMPLETE.imagen4)).toEqual({
    total: 'Free',
    sum: '12 images',
  });
  expect(
    estimate({ ...NO_PRICES, models: [{ ...google, version: 'standard' }] }, COMPLETE.imagen4)?.total,
  ).toBe('$0.72');
  expect(
    estimate({ ...NO_PRICES, models: [{ provider: 'xai', model: 'grok-2-image', price: 0 }] }, COMPLETE.xai)
      ?.total,
  ).toBe('$0.00');
});

const GROK = { provider: 'xai', model: 'grok-2-image', price: 0.02 } as const;
const { quantity } = COMPLETE.xai;

test('keeps the spec’s price, with what such images have cost lately', () => {
  const prices = { ...NO_PRICES, lately: [{ ...GROK, images: 300 }] };
  expect(estimate(prices, COMPLETE.xai)).toEqual({
    total: '$0.84',
    sum: '12 images × $0.07 · lately $0.02 each',
  });
  expect(estimate(prices, { ...COMPLETE.xai, grokSize: '2K' })?.sum).toBe('12 images × $0.07');
  expect(estimate({ ...prices, models: [GROK] }, COMPLETE.xai)?.sum).toBe('12 images × $0.02');
});

test('halves what images have cost lately at half price', () => {
  const image = { provider: 'openai', model: 'gpt-image-1', quality: 'high', aspectRatio: '1:1' } as const;
  const prices = { ...NO_PRICES, lately: [{ ...image, price: 0.2, images: 1 }] };
  expect(estimate(prices, createValues({ isHalfPrice: true, quantity: 10 }))?.sum).toContain(
    ' · lately $0.10 each',
  );
});

test('counts at most what an image can cost for budgets', () => {
  const prices = { ...NO_PRICES, maximums: [GROK] };
  expect(findExpectedDollars(prices, COMPLETE.xai)).toBeCloseTo(quantity * 0.02, 6);
  expect(findExpectedDollars({ ...prices, models: [{ ...GROK, price: 0.01 }] }, COMPLETE.xai)).toBeCloseTo(
    quantity * 0.01,
    6,
  );
  expect(findExpectedDollars(NO_PRICES, COMPLETE.xai)).toBeCloseTo(quantity * 0.07, 6);
});

test('gives no estimate before a model is chosen', () => {
  expect(estimate(NO_PRICES, switchProvider(DEFAULT_VALUES, 'google'))).toBeUndefined();
});

test('halves the price within 24 hours, and says what that saves', () => {
  const values = createValues({ quantity: 10, gptQuality: 'high', isHalfPrice: true });
  expect(estimate(NO_PRICES, values)).toEqual({
    total: '$0.84',
    sum: '10 images, about $0.08 each',
  });
  expect(findExpectedDollars(NO_PRICES, values)).toBeCloseTo(0.835, 6);
  expect(findExpectedDollars(NO_PRICES, { ...COMPLETE.xai, isHalfPrice: true })).toBeCloseTo(
    quantity * 0.07,
    6,
  );
});
