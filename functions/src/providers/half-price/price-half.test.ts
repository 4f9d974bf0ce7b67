import { describe, expect, it } from 'vitest';
import { priceHalf } from './price-half.ts';

const tokenPrices = { textInput: 1, imageInput: 2, cachedInput: 0.5, output: 10, thinking: 4 };
const usage = { textInputTokens: 1_000_000, imageInputTokens: 500_000, outputTokens: 200_000 };

describe('priceHalf', () => {
  it('halves what the tokens cost now', () => {
    expect(priceHalf(usage, { tokenPrices }, 9)).toBe((1 + 1 + 2) / 2);
  });

  it('does not halve tokens from the cache', () => {
    expect(priceHalf({ ...usage, cachedInputTokens: 1_000_000 }, { tokenPrices }, 9)).toBe(2 + 0.5);
  });

  it('halves a flat price and the price table', () => {
    expect(priceHalf(undefined, { price: 0.06 }, 9)).toBe(0.03);
    expect(priceHalf(undefined, {}, 0.04)).toBe(0.02);
  });
});
