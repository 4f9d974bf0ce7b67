import { expect, test } from 'vitest';
import { describeOutput, describeTooLarge } from './describe-output.ts';

const SMALL = { width: 1200, height: 800 };
/** Exactly 100 megapixels at 2x, 400 at 4x. */
const LARGE = { width: 5000, height: 5000 };
const HUGE = { width: 10_000, height: 8000 };

test.each([
  [SMALL, 2, '1200 × 800 to 2400 × 1600'],
  [SMALL, 4, '1200 × 800 to 4800 × 3200'],
  [LARGE, 2, '5000 × 5000 to 10000 × 10000'],
  [{ width: 5001, height: 5000 }, 2, 'Will fail: 5001 × 5000 to 10002 × 10000 is over 100 megapixels'],
  [LARGE, 4, 'Will fail: 5000 × 5000 to 20000 × 20000 is over 100 megapixels'],
] as const)('describes the output of %j at %dx: %s', (size, scale, text) => {
  expect(describeOutput(size, scale)).toBe(text);
});

test.each([
  ['no image within the limit', [SMALL, LARGE], 2, undefined],
  [
    'one image that fits at 2x',
    [SMALL, LARGE],
    4,
    '1 image would exceed 100 megapixels and fail. Use 2x instead.',
  ],
  [
    'several images, one too large at any scale',
    [LARGE, HUGE],
    4,
    '2 images would exceed 100 megapixels and fail.',
  ],
  ['one image at 2x', [HUGE], 2, '1 image would exceed 100 megapixels and fail.'],
] as const)('warns about %s', (_name, sizes, scale, text) => {
  expect(describeTooLarge(sizes, scale)).toBe(text);
});
