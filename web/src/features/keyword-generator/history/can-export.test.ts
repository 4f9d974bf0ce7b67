import { expect, test } from 'vitest';
import { canExport } from './can-export.ts';

test.each([
  ['completed', 1, true],
  ['processing', 1, true],
  ['processing', 0, false],
  ['queued', 0, false],
  ['failed', 0, false],
] as const)(
  'offers a CSV of a %s batch with %d results: %s [T4.5.5]',
  (status, completedCount, isOffered) => {
    expect(canExport({ status, completedCount })).toBe(isOffered);
  },
);
