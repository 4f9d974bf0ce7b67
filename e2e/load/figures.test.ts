import { expect, test } from 'vitest';
import { percentile, summarizeMemory, summarizeSamples } from './figures.ts';

test('finds percentiles', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(values, 0.5), percentile(values, 0.95), percentile([7], 0.95)]).toEqual([50, 95, 7]);
});

test('times answers only, and counts those without changes and failures', () => {
  const summary = summarizeSamples([
    { status: 200, ms: 10 },
    { status: 304, ms: 20 },
    { status: 0, ms: 9000 },
    { status: 500, ms: 9000 },
  ]);
  expect(summary).toMatchObject({ count: 4, unchangedShare: 0.25, p50: 10, max: 20 });
  expect(summary.failures).toEqual({ 0: 1, 500: 1 });
});

test('summarizes the memory of each kind, also of one that does not run all the time', () => {
  const samples = [
    { atMs: 0, megabytes: { api: 100 } },
    { atMs: 30_000, megabytes: { api: 120, worker: 50 } },
    { atMs: 61_000, megabytes: { api: 110 } },
  ];
  expect(summarizeMemory(samples)).toEqual([
    { kind: 'api', min: 100, median: 110, max: 120, last: 110, byMinute: [100, 110] },
    { kind: 'worker', min: 50, median: 50, max: 50, last: 50, byMinute: [50, Number.NaN] },
  ]);
});
