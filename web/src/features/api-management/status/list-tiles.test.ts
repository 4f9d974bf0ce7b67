import { expect, test } from 'vitest';
import { listTiles } from './list-tiles.ts';

const STATS = {
  totalRequests: 2841,
  successfulRequests: 2809,
  failedRequests: 32,
  averageLatency: 8412.4,
  uptime: 99.999,
};
const list = (overrides: Partial<typeof STATS> = {}) =>
  listTiles({ ...STATS, ...overrides }).map(({ label, value }) => [label, value]);

test('[P2.42, P9.25, P9.26] success to a tenth of a percent, latency in whole ms; uptime is never rounded up', () => {
  expect(list()).toEqual([
    ['Total Requests', '2,841'],
    ['Success Rate', '98.9%'],
    ['Avg Latency', '8,412 ms'],
    ['System Uptime', '99.99%'],
  ]);
});

test('all well', () => {
  expect(list({ successfulRequests: 2841, uptime: 100 }).slice(1)).toEqual([
    ['Success Rate', '100.0%'],
    ['Avg Latency', '8,412 ms'],
    ['System Uptime', '100%'],
  ]);
});

test('of no calls there is no rate', () => {
  expect(list({ totalRequests: 0, successfulRequests: 0 })[1]).toEqual(['Success Rate', '–']);
});
