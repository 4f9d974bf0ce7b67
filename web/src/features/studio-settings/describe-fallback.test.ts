import { expect, it } from 'vitest';
import { describeFallback } from './describe-fallback.ts';

it.each([
  ['last-good', '500', 'Using the last good value: 500.'],
  ['last-good', null, 'Using the last good value.'],
  ['default', 'no limit', 'Using the default: no limit.'],
  ['default', null, 'Using the default.'],
  ['ignored', null, 'This value is ignored.'],
] as const)('describes the fallback %s, %s', (fallback, value, sentence) => {
  expect(describeFallback({ fallback, value })).toBe(sentence);
});
