import { describe, expect, it } from 'vitest';
import { findBucket, findPercentile, type LatencyBuckets } from './latency-buckets.ts';

function count(latencies: readonly number[]): LatencyBuckets {
  const buckets: LatencyBuckets = {};
  for (const bucket of latencies.map(findBucket)) buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  return buckets;
}

const findExact = (latencies: readonly number[], share: number): number =>
  latencies.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(share * latencies.length) - 1)] ?? 0;

/** Of calls that mostly take seconds, with a long tail; the same each time. */
const spread = (size: number): number[] =>
  Array.from({ length: size }, (_, index) => 400 * Math.exp(3 * Math.abs(Math.sin(index * 12.9898))));

const SAMPLES: Record<string, number[]> = {
  'one call': [1234],
  'two calls': [20, 90_000],
  'calls that all take the same': Array.from({ length: 50 }, () => 777),
  'twenty calls': spread(20),
  'a thousand calls': spread(1000),
  'calls from a moment to three minutes': Array.from({ length: 500 }, (_, index) => 5 + index * 360),
};

describe.each(Object.entries(SAMPLES))('of %s', (_name, latencies) => {
  it.each([0.05, 0.5, 0.95, 0.99, 1])('percentile %d is within half a bucket of the exact one', (share) => {
    const exact = findExact(latencies, share);
    const found = findPercentile(count(latencies), share);
    // The middle of a bucket that is a tenth wide; and whole milliseconds.
    expect(found).toBeGreaterThanOrEqual(exact / 1.05 - 1);
    expect(found).toBeLessThanOrEqual(exact * 1.05 + 1);
  });
});

it('has no percentile without calls', () => {
  expect(findPercentile({}, 0.5)).toBeNull();
});

it('counts a call of zero milliseconds', () => {
  expect(findPercentile(count([0, 0.2, 1]), 0.95)).toBe(1);
});
