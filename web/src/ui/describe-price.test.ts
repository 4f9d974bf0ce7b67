import { expect, test } from 'vitest';
import { describePrice } from './describe-price.ts';

test.each([
  [0.042, 12, '$0.50', '12 images, about $0.04 each'],
  [0.039, 1, '$0.04', '1 image × $0.04'],
  [0.2, 100, '$20.00', '100 images × $0.20'],
  [0.042, 0, '$0.04', 'per image'],
  [0.004, 2, '$0.0080', '2 images × $0.0040'],
  [0, 3, 'Free', '3 images'],
])('describes $%d for %d images as %s, %s', (price, count, total, sum) => {
  expect(describePrice(price, count)).toEqual({ total, sum });
});
