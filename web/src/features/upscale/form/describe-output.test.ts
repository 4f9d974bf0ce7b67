import { expect, test } from 'vitest';
import { describeOutput, warnOfExcess } from './describe-output.ts';

const SMALL = { width: 1200, height: 800 };
/** At 2x just 100 megapixels, at 4x 400. */
const LARGE = { width: 5000, height: 5000 };
const HUGE = { width: 10_000, height: 8000 };

test.each([
  [SMALL, 2, '1200 × 800 → 2400 × 1600'],
  [SMALL, 4, '1200 × 800 → 4800 × 3200'],
  [LARGE, 2, '5000 × 5000 → 10000 × 10000'],
  [{ width: 5001, height: 5000 }, 2, 'Will fail: 5001 × 5000 → 10002 × 10000 is over 100 megapixels'],
  [LARGE, 4, 'Will fail: 5000 × 5000 → 20000 × 20000 is over 100 megapixels'],
] as const)('of %j at %dx is told beforehand: %s', (size, scale, text) => {
  expect(describeOutput(size, scale)).toBe(text);
});

test.each([
  ['nothing while all can be made', [SMALL, LARGE], 2, undefined],
  [
    'one, and that it fits at 2x',
    [SMALL, LARGE],
    4,
    '1 image would be over 100 megapixels and will fail. At 2x none would.',
  ],
  [
    'several, of which one is too large at any scale',
    [LARGE, HUGE],
    4,
    '2 images would be over 100 megapixels and will fail.',
  ],
  ['one at 2x', [HUGE], 2, '1 image would be over 100 megapixels and will fail.'],
] as const)('warned is of %s', (_name, sizes, scale, text) => {
  expect(warnOfExcess(sizes, scale)).toBe(text);
});
