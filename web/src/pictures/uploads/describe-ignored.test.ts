import { expect, test } from 'vitest';
import type { IgnoredReason } from './check-files.ts';
import { describeIgnored } from './describe-ignored.ts';

test.each<[string, IgnoredReason[]]>([
  ['1 file ignored: 1 too large', ['tooLarge']],
  ['3 files ignored: 1 too large, 2 not an image', ['notImage', 'tooLarge', 'notImage']],
  ['3 files ignored: 1 empty, 1 unsupported type, 1 hidden', ['hidden', 'empty', 'unsupportedType']],
  ['3 files ignored: 1 already selected, 2 over the limit', ['overLimit', 'duplicate', 'overLimit']],
])('%s [D-uploads.7]', (text, reasons) => {
  expect(describeIgnored(reasons.map((reason) => ({ name: 'a', reason })))).toBe(text);
});
