import { expect, test } from 'vitest';
import { describePixels, listSizes } from './describe-sizes.ts';
import { estimate, NO_PRICES } from './estimate.ts';
import { DEFAULT_VALUES } from './form-values.ts';
import { COMPLETE } from './testing/create-values.ts';

const list = (...parameters: Parameters<typeof listSizes>) =>
  listSizes(...parameters).map(({ label, hint }) => `${label}: ${hint}`);

test.each([
  [COMPLETE.openai, ['Standard: 1.6 MP · $0.02', '2K: 4.2 MP · $0.03', '4K: 8.2 MP · $0.06']],
  [COMPLETE.imagen3, ['1K: 1.1 MP · $0.03', '2K: 4.2 MP · $0.05', '4K: 17 MP · $0.11']],
  [COMPLETE.imagen4, ['2K: 4.3 MP · $0.06', '4K: 17 MP · $0.11']],
  [COMPLETE.xai, ['Standard: 1 MP · $0.07', '2K: 4.2 MP · $0.07']],
  [COMPLETE.stability, ['Standard: $0.07']],
])('lists the sizes of the model with pixels and price: %o', (values, sizes) => {
  expect(list([], values)).toEqual(sizes);
});

test('lists no sizes without a model, and no pixels without an aspect ratio', () => {
  expect(list([], { ...COMPLETE.imagen3, model: '' })).toEqual([]);
  expect(list([], { ...COMPLETE.imagen3, imagenAspectRatio: '' })).toContain('2K: $0.05');
});

test("shows the studio's price of a size, and estimates with it", () => {
  const entries = [
    { provider: 'google', model: 'imagen3', price: 0 },
    { provider: 'google', model: 'imagen3', size: '4K', price: 0.2 },
  ] as const;
  expect(list(entries, COMPLETE.imagen3)).toEqual([
    '1K: 1.1 MP · Free',
    '2K: 4.2 MP · $0.05',
    '4K: 17 MP · $0.20',
  ]);
  expect(
    estimate({ ...NO_PRICES, models: [...entries] }, { ...COMPLETE.imagen3, imagenSize: '4K' })?.sum,
  ).toBe('12 images × $0.20');
  expect(estimate(NO_PRICES, { ...DEFAULT_VALUES, gptSize: '2K' })?.sum).toBe(
    '1 image × $0.50, high quality',
  );
});

test('says how many pixels a size has, and judges none', () => {
  expect(listSizes([], COMPLETE.openai).map(describePixels)).toEqual([
    '1536 × 1024 px',
    '2496 × 1664 px',
    '3504 × 2336 px',
  ]);
});
