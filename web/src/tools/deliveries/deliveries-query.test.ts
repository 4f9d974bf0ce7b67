import { expect, test } from 'vitest';
import { deliveriesQuery } from './deliveries-query.ts';

test.each([
  ['often while one runs', [null, '2026-11-21T12:00:00.000Z'], 2000],
  ['rarely when all have ended', ['2026-11-21T12:00:00.000Z'], 60_000],
  ['rarely without any', [], 60_000],
])('polls deliveries %s', (_name, ends, ms) => {
  const { refetchInterval } = deliveriesQuery;
  if (typeof refetchInterval !== 'function') throw new Error('Expected a function.');
  const interval: unknown = Reflect.apply(refetchInterval, undefined, [
    { state: { data: ends.map((endedAt) => ({ endedAt })) } },
  ]);
  expect(interval).toBe(ms);
});
