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
