import { expect, test } from 'vitest';
import { describeBytes } from './describe-bytes.ts';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [860_000, '840 KB'],
  [1_048_500, '1 MB'],
  [3_355_443, '3.2 MB'],
  [20_971_520, '20 MB'],
  [524_288_000, '500 MB'],
  [2_147_483_648, '2 GB'],
])('describes %i bytes as %s', (bytes, text) => {
  expect(describeBytes(bytes)).toBe(text);
});

test.each([
  [1023 * 1024 + 511, '1023 KB'],
  [1023.5 * 1024, '1 MB'],
  [99.96 * 1024 * 1024, '100 MB'],
])('goes on with the next unit where the number would have four digits: %d', (bytes, text) => {
  expect(describeBytes(bytes)).toBe(text);
});
