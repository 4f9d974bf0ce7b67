import { ProviderSchema, type Provider } from '@portal/contracts/generation-request';
import type { CountedHour } from '../../providers/statistics-store.ts';

const MINUTES_PER_HOUR = 60;

/**
 * Share of minutes without a provider outage, in percent. A minute is an outage of a provider if calls failed through its
 * fault and none succeeded.
 */
export function findUptime(hours: readonly CountedHour[], now: Date): number {
  const minutes = (hours.length - 1) * MINUTES_PER_HOUR + now.getUTCMinutes() + 1;
  const outages = hours.reduce((sum, hour) => sum + findOutages(hour).size, 0);
  return (100 * (minutes - outages)) / minutes;
}

const findOutages = (hour: CountedHour): Set<string> =>
  new Set(ProviderSchema.options.flatMap((provider) => findOutagesOf(hour, provider)));

function findOutagesOf({ shards }: CountedHour, provider: Provider): string[] {
  const minutes = new Map<string, { made: number; outages: number }>();
  for (const [minute, counts] of shards.flatMap((shard) => Object.entries(shard[provider]?.minutes ?? {}))) {
    const { made, outages } = minutes.get(minute) ?? { made: 0, outages: 0 };
    minutes.set(minute, { made: made + counts.made, outages: outages + counts.outages });
  }
  return [...minutes].flatMap(([minute, { made, outages }]) => (outages > 0 && made === 0 ? minute : []));
}
