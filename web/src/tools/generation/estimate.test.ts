import { expect, test } from 'vitest';
import { switchProvider } from './apply-choice.ts';
import { estimate, estimateDollars } from './estimate.ts';
import { DEFAULT_VALUES } from './form-values.ts';
import { COMPLETE, createValues } from './testing/create-values.ts';

test('adds the price of 10 images in high quality by default [T9.1.2]', () => {
  expect(estimate([], DEFAULT_VALUES)).toEqual({
    total: '$0.17',
    sum: '1 image × $0.17, high quality · 10 for $1.67',
  });
  expect(estimate([], createValues({ prompt: 'A red fox' }))?.sum).toMatch(/10 for \$1\.67$/);
});

test.each([
  [{ quantity: 3 }, '$0.50', '3 images, about $0.17 each, high quality'],
  [{ gptQuality: 'low' }, '$0.01', '1 image × $0.01'],
  [{ gptAspectRatio: '2:3', gptQuality: 'medium', quantity: 100 }, '$6.30', '100 images, about $0.06 each'],
] as const)('multiplies quantity and price: %o [T9.1.1]', (overrides, total, sum) => {
  expect(estimate([], createValues(overrides))).toEqual({ total, sum });
});

test.each([{ gptAspectRatio: '2:3' }, { gptSize: '2K' }, { gptQuality: 'high' }] as const)(
  'leaves out the price of 10 images once a price has been chosen: %o',
  (overrides) => {
    expect(estimate([], createValues(overrides))?.sum).not.toContain('10 for');
  },
);

test('shows two decimals and thousands separators [T9.1.1]', () => {
  const entries = [{ provider: 'xai', model: 'grok-2-image', price: 12.5 } as const];
  expect(estimate(entries, { ...COMPLETE.xai, quantity: 100 })).toEqual({
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
  expect(estimate([], values)?.total).toBe(total);
});

test('prefers the studio’s price and shows Free only for Google [T9.1.3, T9.1.4]', () => {
  const google = { provider: 'google', model: 'imagen4', price: 0 } as const;
  expect(estimate([google], COMPLETE.imagen4)).toEqual({ total: 'Free', sum: '12 images' });
  expect(estimate([{ ...google, version: 'standard' }], COMPLETE.imagen4)?.total).toBe('$0.72');
  expect(estimate([{ provider: 'xai', model: 'grok-2-image', price: 0 }], COMPLETE.xai)?.total).toBe('$0.00');
});

test('gives no estimate before a model is chosen', () => {
  expect(estimate([], switchProvider(DEFAULT_VALUES, 'google'))).toBeUndefined();
});

test('halves the price within 24 hours, and says what that saves', () => {
  const values = createValues({ quantity: 10, gptQuality: 'high', isHalfPrice: true });
  expect(estimate([], values)).toEqual({
    total: '$0.84',
    sum: '10 images, about $0.08 each · saves $0.84',
  });
  expect(estimateDollars([], values)).toBeCloseTo(0.835, 6);
  const { quantity } = COMPLETE.xai;
  expect(estimateDollars([], { ...COMPLETE.xai, isHalfPrice: true })).toBeCloseTo(quantity * 0.07, 6);
});
