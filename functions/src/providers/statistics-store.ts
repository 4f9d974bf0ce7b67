/** providerStatistics/{hour}/shards/{n}: how the calls of an hour went, over several documents so that none is hot. */
import { ProviderSchema, type Provider } from '@portal/contracts/generation-request';
import { FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { z } from 'zod';
import { makeCachedReads } from '../settings/cached-reads.ts';
import { findBucket } from './latency-buckets.ts';
import { describeFailure, type FailureKind } from './provider-answer.ts';

const SHARDS = 10;
const HOUR_MS = 3_600_000;
const KEPT_HOURS = 48;
const LIFE_MS = 2_000;
/** Writes of the hour's last calls may come this late. */
const SETTLED_AFTER_MS = 120_000;

/** A request that was sent, or tried to be. */
export interface CountedCall {
  provider: Provider;
  outcome: 'made' | FailureKind;
  milliseconds: number;
  dollars: number;
}

const CountsSchema = z.record(z.string(), z.number()).default({});
const CallCountsSchema = z.object({
  milliseconds: z.number(),
  dollars: z.number(),
  lastCallAt: z.instanceof(Timestamp),
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

/** Nobody waits for it, and nothing depends on it: what was made must be kept first. */
export function countCall(firestore: Firestore, call: CountedCall): void {
  writeCall(firestore, call).catch((error: unknown) => {
    logger.error('A call could not be counted.', error, { provider: call.provider, outcome: call.outcome });
  });
}

async function writeCall(
  firestore: Firestore,
  { provider, outcome, milliseconds, dollars }: CountedCall,
): Promise<void> {
  const now = new Date();
  const hour = nameHour(now);
  const one = FieldValue.increment(1);
  const counts = {
    milliseconds: FieldValue.increment(Math.round(milliseconds)),
    dollars: FieldValue.increment(dollars),
    lastCallAt: Timestamp.fromDate(now),
    outcomes: { [outcome]: one },
    latencies: { [findBucket(milliseconds)]: one },
    ...countMinute(now.getUTCMinutes(), outcome),
  };
  await shardsOf(firestore, hour)
    .doc(String(Math.floor(Math.random() * SHARDS)))
    .set(
      {
        expiresAt: Timestamp.fromMillis(startOf(hour).getTime() + KEPT_HOURS * HOUR_MS),
        providers: { [provider]: counts },
      },
      { merge: true },
    );
}

function countMinute(minute: number, outcome: CountedCall['outcome']) {
  const one = FieldValue.increment(1);
  if (outcome === 'made') return { minutes: { [minute]: { made: one } } };
  return describeFailure(outcome).isOutage ? { minutes: { [minute]: { outages: one } } } : {};
}

async function readShards(firestore: Firestore, hour: string): Promise<StatisticsShard[]> {
  const found = await shardsOf(firestore, hour).limit(SHARDS).get();
  return found.docs.map((shard) => ShardSchema.parse(shard.data()).providers);
}

const openHours = makeCachedReads(LIFE_MS, readShards);
/** They no longer change: each is read once by an instance. */
const closedHours = makeCachedReads(KEPT_HOURS * HOUR_MS, readShards);

/** The hour that runs and those before it, the oldest first. */
export function readHours(firestore: Firestore, now: Date, count: number): Promise<CountedHour[]> {
  const current = startOf(nameHour(now)).getTime();
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const startsAt = new Date(current - (count - 1 - index) * HOUR_MS);
      const isClosed = startsAt.getTime() + HOUR_MS + SETTLED_AFTER_MS < now.getTime();
      const hours = isClosed ? closedHours : openHours;
      return { startsAt, shards: await hours.get(firestore, nameHour(startsAt)) };
    }),
  );
}
