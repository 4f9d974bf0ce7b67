import { expect, test } from 'vitest';
import { canExport } from './can-export.ts';

test.each([
  ['completed', 1, true],
  ['processing', 1, true],
  ['processing', 0, false],
  ['queued', 0, false],
  ['failed', 0, false],
] as const)(
  '[T4.5.5] of a %s batch with %d results a CSV is there: %s',
  (status, completedCount, isThere) => {
    expect(canExport({ status, completedCount })).toBe(isThere);
  },
);
