import { UPLOAD_RULES } from '@portal/contracts/uploads';
import { expect, test } from 'vitest';
import { canProcess } from './can-process.ts';

test.each([
  [0, false],
  [1, true],
  [100, true],
  [101, false],
])('allows processing of %d images: %s [T5.4.5, T9.0.16]', (count, isPossible) => {
  expect(canProcess(count, UPLOAD_RULES['keyword-generator'].maxFiles)).toBe(isPossible);
});
