import { SECONDS_PER_MEGAPIXEL, UPSCALES_AT_ONCE } from '@portal/contracts/upscale-time';
import { expect, test } from 'vitest';
import { describeTime } from './describe-time.ts';

/** Pictures that take this many seconds together, if fast. */
const take = (seconds: number) => {
  const pixels = ((seconds * UPSCALES_AT_ONCE) / SECONDS_PER_MEGAPIXEL.fast) * 1_000_000;
  return Array.from({ length: UPSCALES_AT_ONCE }, () => ({
    width: pixels / UPSCALES_AT_ONCE / 1000,
    height: 1000,
  }));
};

test.each([
  [1, 2, 'Less than a minute'],
  [59, 2, 'Less than a minute'],
  [60.1, 2, 'About 2 min'],
  [230, 2, 'About 4 min'],
  [46, 4, 'About 4 min'],
  [61 * 60, 2, 'About 61 min'],
  [121 * 60, 2, 'About 3 h'],
] as const)('describes %d s at %dx: %s', (seconds, scale, text) => {
  expect(describeTime(take(seconds), scale, 'fast')).toBe(text);
});

test('says nothing while a size is unknown, or without images', () => {
  expect(describeTime([...take(100), undefined], 2, 'fast')).toBeUndefined();
  expect(describeTime([], 2, 'fast')).toBeUndefined();
});

test('expects more time for the best quality', () => {
  expect(describeTime(take(50), 2, 'fast')).toBe('Less than a minute');
  expect(describeTime(take(50), 2, 'best')).toMatch(/^About/);
});
