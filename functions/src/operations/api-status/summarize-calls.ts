import type { Hour, ProviderStats, Stats } from '@portal/contracts/api-status';
import { ProviderSchema, type Provider } from '@portal/contracts/generation-request';
import { findPercentile } from '../../providers/latency-buckets.ts';
import { describeFailure, isFailureKind } from '../../providers/provider-answer.ts';
import type { CallCounts, CountedHour } from '../../providers/statistics-store.ts';
import { sumMicros, toDollars } from '../../spend/micros.ts';
import { findUptime } from './find-uptime.ts';

const PROVIDERS = ProviderSchema.options;

/** `hours`: up to the current one, oldest first. */
export const summarizeCalls = (hours: readonly CountedHour[], now: Date) => ({
  stats: describeAll(hours, now),
  providers: PROVIDERS.map((provider) => describeProvider(provider, hours)),
  hours: hours.map(describeHour),
});

/** Time of the last call to a provider. */
export const findLastCall = (hours: readonly CountedHour[], provider: Provider): Date | undefined =>
  countsOf(hours, provider)
    .map(({ lastCallAt }) => lastCallAt.toDate())
    .reduce<Date | undefined>((latest, each) => (latest && latest > each ? latest : each), undefined);

const countsOf = (hours: readonly CountedHour[], provider: Provider): CallCounts[] =>
  hours.flatMap(({ shards }) => shards.flatMap((shard) => shard[provider] ?? []));

function describeAll(hours: readonly CountedHour[], now: Date): Stats | null {
  const { calls, failed, milliseconds } = addUp(PROVIDERS.flatMap((provider) => countsOf(hours, provider)));
  if (calls === 0) return null;
  return {
    totalRequests: calls,
    successfulRequests: calls - failed,
    failedRequests: failed,
    averageLatency: Math.round(milliseconds / calls),
    uptime: findUptime(hours, now),
  };
}

const describeHour = (hour: CountedHour): Hour => ({
  hour: hour.startsAt.toISOString(),
  providers: PROVIDERS.map((provider) => {
    const { calls, failed } = addUp(countsOf([hour], provider));
    return { provider, calls, failed };
  }),
});

function describeProvider(provider: Provider, hours: readonly CountedHour[]): ProviderStats {
  const { calls, milliseconds, cost, outcomes, latencies } = addUp(countsOf(hours, provider));
  return {
    provider,
    calls,
    failures: Object.entries(outcomes)
      .flatMap(([kind, count]) =>
        isFailureKind(kind) ? { kind, label: describeFailure(kind).label, count } : [],
      )
      .toSorted((one, other) => other.count - one.count),
    averageLatency: calls === 0 ? null : Math.round(milliseconds / calls),
    p50: findPercentile(latencies, 0.5),
    p95: findPercentile(latencies, 0.95),
    cost: toDollars(cost),
  };
}

function addUp(counts: readonly CallCounts[]) {
  const outcomes = addMaps(counts.map((each) => each.outcomes));
  const calls = sum(Object.values(outcomes));
  return {
    calls,
    failed: calls - (outcomes['made'] ?? 0),
    milliseconds: sum(counts.map((each) => each.milliseconds)),
    cost: sumMicros(...counts.map((each) => each.cost)),
    outcomes,
    latencies: addMaps(counts.map((each) => each.latencies)),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

function addMaps(maps: readonly Record<string, number>[]): Record<string, number> {
  const added: Record<string, number> = {};
  for (const [key, count] of maps.flatMap((map) => Object.entries(map)))
    added[key] = (added[key] ?? 0) + count;
  return added;
}
