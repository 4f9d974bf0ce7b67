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

test('formats rate, latency and uptime, never rounding uptime up [P2.42, P9.25, P9.26]', () => {
  expect(list()).toEqual([
    ['Total Requests', '2,841'],
    ['Success Rate', '98.9%'],
    ['Avg Latency', '8,412 ms'],
    ['System Uptime', '99.99%'],
  ]);
});

test('shows 100% when nothing failed', () => {
  expect(list({ successfulRequests: 2841, uptime: 100 }).slice(1)).toEqual([
    ['Success Rate', '100.0%'],
    ['Avg Latency', '8,412 ms'],
    ['System Uptime', '100%'],
  ]);
});

test('shows no success rate without calls', () => {
  expect(list({ totalRequests: 0, successfulRequests: 0 })[1]).toEqual(['Success Rate', '–']);
});
