import { expect, test } from 'vitest';
import { findCacheMs, findNextCleanup } from './read-storage-stats.ts';

test.each([
  ['2026-11-21T01:59:59.999Z', '2026-11-21T02:00:00.000Z'],
  ['2026-11-21T02:00:00.000Z', '2026-11-22T02:00:00.000Z'],
  ['2026-12-31T23:00:00.000Z', '2027-01-01T02:00:00.000Z'],
  // Nights when the clocks change.
  ['2026-03-29T01:30:00.000Z', '2026-03-29T02:00:00.000Z'],
  ['2026-10-24T02:00:00.000Z', '2026-10-25T02:00:00.000Z'],
])('at %s the next cleanup is at %s [P9.22]', (now, next) => {
  expect(findNextCleanup(new Date(now)).toISOString()).toBe(next);
});

test('an open statistics page does not use up the hourly quota', () => {
  const limit = 500;
  const callsEachTime = 4;
  let remaining = limit;
  for (let time = 0; time < 60 * 60 * 1000; time += findCacheMs({ limit, remaining, resetAt: '' })) {
    remaining -= callsEachTime;
  }
  expect(remaining).toBeGreaterThan(limit / 8);
});
