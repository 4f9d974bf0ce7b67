import { expect, test } from 'vitest';
import { formatCost, formatEach, formatTotal } from './dollars.ts';

test.each([
  [0, '$0.00'],
  [0.0004, '$0.0004'],
  [0.0099, '$0.0099'],
  [0.01, '$0.01'],
  [0.0149, '$0.01'],
  [1234.5, '$1,234.50'],
])('rounds %d to cents, unless it is less than one', (dollars, text) => {
  expect(formatTotal(dollars)).toBe(text);
});

test('a price may be less than a cent', () => {
  expect([0.0425, 0.04].map(formatEach)).toEqual(['$0.0425', '$0.04']);
});

test('a cost is compared with its estimate, if that looks different', () => {
  expect(formatCost(0.38, 0.4)).toBe('$0.38 of about $0.40');
  expect(formatCost(0.401, 0.4)).toBe('$0.40');
});
