import { expect, test } from 'vitest';
import { estimateUpscaleSeconds, SECONDS_PER_MEGAPIXEL, UPSCALES_AT_ONCE } from './upscale-time.ts';

const LARGE = { width: 4000, height: 3000 };
const SMALL = { width: 1000, height: 1000 };

test('takes as long as the largest picture, if the others fit beside it', () => {
  const alone = 12 * SECONDS_PER_MEGAPIXEL.fast;
  expect(estimateUpscaleSeconds([LARGE], 2, 'fast')).toBeCloseTo(alone);
  expect(estimateUpscaleSeconds([LARGE, SMALL], 2, 'fast')).toBeCloseTo(alone);
  expect(estimateUpscaleSeconds([LARGE, LARGE, LARGE], 2, 'fast')).toBeCloseTo(
    (3 * alone) / UPSCALES_AT_ONCE,
  );
});

test('takes five times as long at 4x', () => {
  expect(estimateUpscaleSeconds([SMALL], 4, 'fast')).toBeCloseTo(
    5 * estimateUpscaleSeconds([SMALL], 2, 'fast'),
  );
});

test('takes no time for nothing', () => {
  expect(estimateUpscaleSeconds([], 2, 'fast')).toBe(0);
});
