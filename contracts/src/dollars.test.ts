import { expect, test } from 'vitest';
import { formatDollars, formatPrice } from './dollars.ts';

test.each([
  [0, '$0.00'],
  [0.01, '$0.01'],
  [0.0149, '$0.01'],
  [0.0317, '$0.03'],
  [0.1, '$0.10'],
  [1234.5, '$1,234.50'],
  [0.00996, '$0.01'],
  [0.0099, '$0.0099'],
  [0.004, '$0.0040'],
  [0.00042, '$0.00042'],
  [0.1 + 0.2 - 0.3, '$0.00'],
])(
  'shows %d in cents, and two digits below one cent: %s [D-wording-of-money-and-time.3, D-wording-of-money-and-time.4]',
  (dollars, text) => {
    expect(formatDollars(dollars)).toBe(text);
  },
);

test('offers what costs nothing for free [D-wording-of-money-and-time.5]', () => {
  expect([0, 0.04].map(formatPrice)).toEqual(['Free', '$0.04']);
});
