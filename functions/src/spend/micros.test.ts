import { expect, it } from 'vitest';
import { MicrosTextSchema, toMicrosAtLeast } from './micros.ts';

it('reads a fraction as the dollars of older documents', () => {
  expect(MicrosTextSchema.parse('40000')).toBe(40_000);
  expect(MicrosTextSchema.parse('0.04')).toBe(40_000);
  expect(MicrosTextSchema.parse('1.2345678')).toBe(1_234_568);
});

it('rounds up what must not be too little, but no binary fractions', () => {
  expect(toMicrosAtLeast(0.000_000_1)).toBe(1);
  expect(toMicrosAtLeast(1.1)).toBe(1_100_000);
});
