import { expect, test } from 'vitest';
import type { IgnoredReason } from './check-files.ts';
import { describeIgnored } from './describe-ignored.ts';

test.each<[string, IgnoredReason[]]>([
  ['1 file ignored: 1 too large', ['tooLarge']],
  ['3 files ignored: 1 too large, 2 not a picture', ['noPicture', 'tooLarge', 'noPicture']],
  ['3 files ignored: 1 empty, 1 of another type, 1 hidden', ['hidden', 'empty', 'otherType']],
  ['3 files ignored: 1 already selected, 2 over the limit', ['surplus', 'duplicate', 'surplus']],
])('[D-uploads.7] %s', (text, reasons) => {
  expect(describeIgnored(reasons.map((reason) => ({ name: 'a', reason })))).toBe(text);
});
