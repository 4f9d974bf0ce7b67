import { expect, test } from 'vitest';
import { describeDuration } from './describe-duration.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  [72 * HOUR, '3 days'],
  [72 * HOUR - 1, '2 days 23 h'],
  [25 * HOUR, '1 day 1 h'],
  [24 * HOUR, '1 day'],
  [24 * HOUR - 1, '23 h'],
  [2 * HOUR, '2 h'],
  [2 * HOUR - 1, '119 min'],
  [12.9 * MINUTE, '12 min'],
  [MINUTE, '1 min'],
  [59_900, '59 s'],
  [8370, '8.3 s'],
  [9000, '9 s'],
  [0, '0 s'],
  [170 * HOUR, '7 days'],
])(
  'describes %d ms as %s [D-wording-of-money-and-time.6, D-wording-of-money-and-time.7]',
  (milliseconds, text) => {
    expect(describeDuration(milliseconds)).toBe(text);
  },
);
