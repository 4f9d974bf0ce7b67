import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { findBucket } from '../../providers/latency-buckets.ts';
import type { CallCounts, CountedHour, StatisticsShard } from '../../providers/statistics-store.ts';
import { toMicros } from '../../spend/micros.ts';
import { findLastCall, summarizeCalls } from './summarize-calls.ts';

const NOW = new Date('2026-11-21T17:29:30Z');
const HOURS_AGO = (hours: number) => new Date(Date.parse('2026-11-21T17:00:00Z') - hours * 3_600_000);

/** The last 24 hours; `shards` of some of them, by how many hours ago they were. */
const createHours = (shards: Record<number, StatisticsShard[]> = {}): CountedHour[] =>
  Array.from({ length: 24 }, (_, index) => ({
    startsAt: HOURS_AGO(23 - index),
    shards: shards[23 - index] ?? [],
  }));

const createCounts = (overrides: Partial<CallCounts> = {}): CallCounts => ({
  milliseconds: 1000,
  cost: toMicros(0.04),
  lastCallAt: Timestamp.fromDate(NOW),
  outcomes: { made: 1 },
  latencies: { [findBucket(1000)]: 1 },
  minutes: {},
  ...overrides,
});

const outage = (...minutes: number[]) =>
  createCounts({
    outcomes: { unavailable: minutes.length },
    minutes: Object.fromEntries(minutes.map((minute) => [minute, { made: 0, outages: 1 }])),
  });
const success = (...minutes: number[]) =>
  createCounts({ minutes: Object.fromEntries(minutes.map((minute) => [minute, { made: 1, outages: 0 }])) });

describe('without calls', () => {
  it('reports no statistics and 24 empty hours', () => {
    const { stats, providers, hours } = summarizeCalls(createHours(), NOW);
    expect(stats).toBeNull();
    expect(providers).toHaveLength(4);
    expect(providers[0]).toEqual({
      provider: 'openai',
      calls: 0,
      failures: [],
      averageLatency: null,
      p50: null,
      p95: null,
      cost: 0,
    });
    expect(hours.map(({ hour }) => hour)).toEqual(
      Array.from({ length: 24 }, (_, index) => HOURS_AGO(23 - index).toISOString()),
    );
    for (const { providers: counts } of hours) {
      expect(counts).toEqual(
        ['openai', 'google', 'stability', 'xai'].map((provider) => ({ provider, calls: 0, failed: 0 })),
      );
    }
  });
});

it('adds up the documents of an hour, the hours and the providers [D-providers.6]', () => {
  const refused = createCounts({
    outcomes: { made: 2, refused: 1, 'rate-limited': 3 },
    milliseconds: 600,
    cost: toMicros(0.1),
    latencies: { [findBucket(100)]: 6 },
  });
  const { stats, providers, hours } = summarizeCalls(
    createHours({
      23: [{ xai: refused }, { xai: createCounts() }],
      0: [{ xai: refused, google: createCounts() }],
    }),
    NOW,
  );
  expect(stats).toEqual({
    totalRequests: 14,
    successfulRequests: 6,
    failedRequests: 8,
    averageLatency: Math.round(3200 / 14),
    uptime: 100,
  });
  expect(providers.find(({ provider }) => provider === 'xai')).toMatchObject({
    calls: 13,
    failures: [
      { kind: 'rate-limited', label: 'Rate limited', count: 6 },
      { kind: 'refused', label: 'Refused by content rules', count: 2 },
    ],
    averageLatency: Math.round(2200 / 13),
    cost: 0.24,
  });
  expect(hours[0]?.providers).toContainEqual({ provider: 'xai', calls: 7, failed: 4 });
  expect(hours[23]?.providers).toContainEqual({ provider: 'xai', calls: 6, failed: 4 });
  expect(hours[23]?.providers).toContainEqual({ provider: 'google', calls: 1, failed: 0 });
});

describe('computes uptime as the share of minutes without an outage [D-providers.6]', () => {
  const MINUTES = 23 * 60 + 30;
  const uptimeOf = (shards: Record<number, StatisticsShard[]>) =>
    summarizeCalls(createHours(shards), NOW).stats?.uptime;
  const share = (outages: number) => (100 * (MINUTES - outages)) / MINUTES;

  it.each([
    ['a minute in which every call failed is an outage', { 0: [{ xai: outage(5) }] }, 1],
    ['a minute with one success is not', { 0: [{ xai: outage(5) }, { xai: success(5) }] }, 0],
    ['success of another provider does not cancel it', { 0: [{ xai: outage(5), google: success(5) }] }, 1],
    ['two providers in the same minute are one', { 0: [{ xai: outage(5) }, { openai: outage(5) }] }, 1],
    ['the same minute of two hours is two', { 0: [{ xai: outage(5) }], 7: [{ xai: outage(5) }] }, 2],
    ['each minute counts', { 3: [{ xai: outage(0, 1, 59) }, { google: outage(2) }] }, 4],
    [
      'failures that are not the provider’s fault do not count',
      { 0: [{ xai: createCounts({ outcomes: { refused: 3 } }) }] },
      0,
    ],
  ] as const)('%s', (_name, shards, outages) => {
    expect(
      uptimeOf(Object.fromEntries(Object.entries(shards).map(([hour, list]) => [hour, [...list]]))),
    ).toBeCloseTo(share(outages), 9);
  });
});

it('finds the latest call of a provider in all documents', () => {
  const at = (time: string) => createCounts({ lastCallAt: Timestamp.fromDate(new Date(time)) });
  const hours = createHours({
    2: [{ xai: at('2026-11-21T15:40:00Z') }],
    1: [
      { xai: at('2026-11-21T16:20:00Z'), google: at('2026-11-21T16:50:00Z') },
      { xai: at('2026-11-21T16:10:00Z') },
    ],
  });
  expect(findLastCall(hours, 'xai')).toEqual(new Date('2026-11-21T16:20:00Z'));
  expect(findLastCall(hours, 'openai')).toBeUndefined();
});
