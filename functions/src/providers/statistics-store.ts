/** providerStatistics/{hour}/shards/{n}: outcomes of an hour's calls, in several documents so that none is hot. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderSchema, type Provider } from '@portal/contracts/generation-request';
import { FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { readCacheMs } from '../platform/config/config.ts';
import { catchAndLog } from '../platform/logs/catch-and-log.ts';
import { makeCachedReads } from '../platform/cached-reads.ts';
import { MicrosSchema, type Micros } from '../spend/micros.ts';
import { findBucket } from './latency-buckets.ts';
import { describeFailure, type FailureKind } from './provider-answer.ts';
import { TimestampSchema } from '../platform/timestamp-schema.ts';

const SHARDS = 10;
const HOUR_MS = 3_600_000;
const KEPT_HOURS = 48;
/** Every delivery waits for it, beside storing its image. */
const GATHERED_FOR_MS = 100;
/** Writes of the hour's last calls may be this late. */
const LATE_WRITES_MS = 120_000;

/** A request that was sent, or could not be sent. */
export interface CountedCall {
  provider: Provider;
  outcome: 'made' | FailureKind;
  milliseconds: number;
  cost: Micros;
  at: Date;
}

const CountsSchema = z.record(z.string(), z.number()).default({});
const CallCountsSchema = z.object({
  milliseconds: z.number(),
  cost: MicrosSchema.prefault(0),
  lastCallAt: TimestampSchema,
  outcomes: CountsSchema,
  latencies: CountsSchema,
  /** By the minute of the hour. */
  minutes: z
    .record(z.string(), z.object({ made: z.number().default(0), outages: z.number().default(0) }))
    .default({}),
});
export type CallCounts = z.infer<typeof CallCountsSchema>;

const ShardSchema = z.object({ providers: z.partialRecord(ProviderSchema, CallCountsSchema) });
export type StatisticsShard = z.infer<typeof ShardSchema>['providers'];

export interface CountedHour {
  startsAt: Date;
  shards: readonly StatisticsShard[];
}

/** As in `2026-11-21T17`. */
const nameHour = (time: Date): string => time.toISOString().slice(0, 13);
const startOf = (hour: string): Date => new Date(`${hour}:00:00Z`);

const shardsOf = (firestore: Firestore, hour: string) =>
  firestore.collection('providerStatistics').doc(hour).collection('shards');

const gathering = new WeakMap<Firestore, CountedCall[]>();
const writing = new WeakMap<Firestore, Set<Promise<void>>>();

/**
 * Does not wait: storing results is more important. Calls that end at about the same time are counted in one write. Call
 * `waitForCounts` before the response.
 */
export function countCall(firestore: Firestore, call: Omit<CountedCall, 'at'>): void {
  const counted = { ...call, at: new Date() };
  const others = gathering.get(firestore);
  if (others) {
    others.push(counted);
    return;
  }
  const calls = [counted];
  gathering.set(firestore, calls);
  const writes = writing.get(firestore) ?? new Set();
  writing.set(firestore, writes);
  const written = gatherAndWrite(firestore, calls).finally(() => writes.delete(written));
  writes.add(written);
}

async function gatherAndWrite(firestore: Firestore, calls: readonly CountedCall[]): Promise<void> {
  await sleep(GATHERED_FOR_MS);
  gathering.delete(firestore);
  await catchAndLog('Calls could not be counted.', { calls }, () => writeCalls(firestore, calls));
}

/**
 * Until every call so far is counted. A function has no processor after its response
 * (https://cloud.google.com/functions/docs/bestpractices/tips, "Do not start background activities").
 */
export async function waitForCounts(firestore: Firestore): Promise<void> {
  await Promise.all([...(writing.get(firestore) ?? [])]);
}

async function writeCalls(firestore: Firestore, calls: readonly CountedCall[]): Promise<void> {
  const hours = Map.groupBy(calls, ({ at }) => nameHour(at));
  for (const [hour, ofHour] of hours) {
    const providers = Map.groupBy(ofHour, ({ provider }) => provider);
    await shardsOf(firestore, hour)
      .doc(String(Math.floor(Math.random() * SHARDS)))
      .set(
        {
          expiresAt: Timestamp.fromMillis(startOf(hour).getTime() + KEPT_HOURS * HOUR_MS),
          providers: Object.fromEntries(
            [...providers].map(([provider, ofProvider]) => [provider, addUp(ofProvider)]),
          ),
        },
        { merge: true },
      );
  }
}

/** What calls add to the counts of a provider. */
function addUp(calls: readonly CountedCall[]) {
  const add = (amountOf: (call: CountedCall) => number) =>
    FieldValue.increment(calls.reduce((sum, call) => sum + amountOf(call), 0));
  const minutes = Map.groupBy(calls, ({ at }) => String(at.getUTCMinutes()));
  return {
    milliseconds: add(({ milliseconds }) => Math.round(milliseconds)),
    cost: add(({ cost }) => cost),
    lastCallAt: Timestamp.fromDate(new Date(Math.max(...calls.map(({ at }) => at.getTime())))),
    outcomes: count(calls, ({ outcome }) => outcome),
    latencies: count(calls, ({ milliseconds }) => findBucket(milliseconds)),
    minutes: Object.fromEntries([...minutes].map(([minute, some]) => [minute, count(some, judge)])),
  };
}

const judge = ({ outcome }: CountedCall): 'made' | 'outages' | undefined => {
  if (outcome === 'made') return 'made';
  return describeFailure(outcome).isOutage ? 'outages' : undefined;
};

function count(calls: readonly CountedCall[], nameOf: (call: CountedCall) => string | undefined) {
  const groups = Map.groupBy(calls, nameOf);
  return Object.fromEntries(
    [...groups].flatMap(([name, some]) =>
      name === undefined ? [] : [[name, FieldValue.increment(some.length)]],
    ),
  );
}

async function readShards(firestore: Firestore, hour: string): Promise<StatisticsShard[]> {
  const found = await shardsOf(firestore, hour).limit(SHARDS).get();
  return found.docs.map((shard) => ShardSchema.parse(shard.data()).providers);
}

const openHours = makeCachedReads(readCacheMs, readShards);
/** They no longer change: each instance reads them once. */
const closedHours = makeCachedReads(() => KEPT_HOURS * HOUR_MS, readShards);

/** The last `count` hours including the current one, oldest first. */
export function readHours(firestore: Firestore, now: Date, count: number): Promise<CountedHour[]> {
  const current = startOf(nameHour(now)).getTime();
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const startsAt = new Date(current - (count - 1 - index) * HOUR_MS);
      const isClosed = startsAt.getTime() + HOUR_MS + LATE_WRITES_MS < now.getTime();
      const hours = isClosed ? closedHours : openHours;
      return { startsAt, shards: await hours.get(firestore, nameHour(startsAt)) };
    }),
  );
}
