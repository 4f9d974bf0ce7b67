import { MAX_SEED } from '@portal/contracts/generation-request';
import { expect, test } from 'vitest';
import { clampQuantity, parseSeed, pickRandomSeed } from './numbers.ts';

test.each([
  ['0', 1],
  ['-3', 1],
  ['1', 1],
  ['2.4', 2],
  ['2.5', 3],
  ['100', 100],
  ['101', 100],
  ['1e9', 100],
  ['', 1],
  ['many', 1],
  [Number.NaN, 1],
  [37.5, 38],
])('clamps the quantity %o to %i [T5.1.7, T9.0.1]', (input, quantity) => {
  expect(clampQuantity(input)).toBe(quantity);
});

test.each([
  ['0', 0],
  ['00042', 42],
  [' 7 ', 7],
  [String(MAX_SEED), MAX_SEED],
])('parses the seed %o as %i [T5.1.15]', (text, seed) => {
  expect(parseSeed(text, 5)).toBe(seed);
});

test.each([String(MAX_SEED + 1), '-1', '1.5', '1e3', 'abc', '12x'])(
  'ignores the invalid seed %o [T5.1.16, T9.0.3]',
  (text) => {
    expect(parseSeed(text, 5)).toBe(5);
    expect(parseSeed(text, '')).toBe('');
  },
);

test('clears the seed when empty [T5.1.15, T5.1.16]', () => {
  expect(parseSeed('', 5)).toBe('');
  expect(parseSeed('  ', 5)).toBe('');
});

test('picks a random seed in the whole range [T5.1.17]', () => {
  expect(pickRandomSeed(() => 0)).toBe(0);
  expect(pickRandomSeed(() => 1 - 2 ** -53)).toBe(MAX_SEED);
  expect(parseSeed(String(pickRandomSeed()), '')).not.toBe('');
});
