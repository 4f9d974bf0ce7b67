import { ToolNameSchema, RETENTION_DAYS } from '@portal/contracts/batches';
import { CLEANUP_HOUR, type CleanupSummary, type StorageStats } from '@portal/contracts/storage';
import { AggregateField, Timestamp, type Query } from 'firebase-admin/firestore';
import { z } from 'zod';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { MediaError } from '../../pictures/media/media-error.ts';
import { RESOURCE_TYPES } from '../../pictures/media/media-admin.ts';
import { describeProgress, describeStats, type Run } from './cleanup-record.ts';
import { readRun, readState } from './cleanup-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const StoredSchema = z.object({ bytes: z.number(), files: z.number() });

/** The state of the cleanup is read each time; what is stored is cached until the next cleanup, or for some seconds. */
export function makeStorageStats(deps: Deps): () => Promise<StorageStats> {
  const { firestore } = deps;
  const readCached = cacheStored(() => readStored(deps));

  return async () => {
    const { runId, lastRunId } = await readState(firestore);
    const [running, last, stored] = await Promise.all([
      runId === null ? undefined : readRun(firestore, runId),
      lastRunId === null ? undefined : readRun(firestore, lastRunId),
      readCached(lastRunId ?? ''),
    ]);
    return {
      ...stored,
      lastCleanup: (last && describeSummary(last)) ?? null,
      nextCleanupAt: findNextCleanup(new Date()).toISOString(),
      running: running && !running.endedAt ? describeProgress(running) : null,
    };
  };
}

type Stored = Awaited<ReturnType<typeof readStored>>;

/** Concurrent requests share one read. It is cached for 20 seconds, and longer when few calls are left in the hour. */
function cacheStored(read: () => Promise<Stored>): (cleanup: string) => Promise<Stored> {
  let cached: { cleanup: string; until: number; value: Promise<Stored> } | undefined;

  return (cleanup) => {
    if (cached?.cleanup === cleanup && cached.until > Date.now()) return cached.value;
    const value = read();
    const entry = { cleanup, until: Number.POSITIVE_INFINITY, value };
    cached = entry;
    void value.then(
      ({ rateLimit }) => (entry.until = Date.now() + findCacheMs(rateLimit)),
      () => (entry.until = 0),
    );
    return value;
  };
}

export function findCacheMs({ limit, remaining }: StorageStats['rateLimit']): number {
  if (remaining > limit / 2) return 20_000;
  return remaining > limit / 5 ? 120_000 : 600_000;
}

function describeSummary(run: Run): CleanupSummary | undefined {
  const { endedAt, outcome, trigger, extras } = run;
  if (!endedAt || !outcome) return undefined;
  return { at: endedAt.toDate().toISOString(), trigger, outcome, stats: describeStats(run), extras };
}

/** In UTC, where all days have the same length. */
export function findNextCleanup(now: Date): Date {
  const next = new Date(now);
  next.setUTCHours(CLEANUP_HOUR, 0, 0, 0);
  return next > now ? next : new Date(next.getTime() + DAY_MS);
}

async function readStored(deps: Deps) {
  const [media, byTool, byAge] = await Promise.all([readMedia(deps), readByTool(deps), readByAge(deps)]);
  return { ...media, byTool, byAge };
}

async function readMedia({ mediaAdmin }: Deps) {
  try {
    const counts = await Promise.all(RESOURCE_TYPES.map((type) => mediaAdmin.countResources(type)));
    const [images = 0, videos = 0, raw = 0] = counts.map(({ value }) => value);
    // Last, so that the reported limit includes the calls above.
    const { value: usage, limit } = await mediaAdmin.readUsage();
    const { credits } = usage;
    return {
      images,
      videos,
      raw,
      totalResources: images + videos + raw,
      storageBytes: usage.storage.usage,
      ...(usage.bandwidth && { bandwidthBytes: usage.bandwidth.usage }),
      ...(credits && { credits: { used: credits.usage, limit: credits.limit ?? null } }),
      rateLimit: {
        limit: limit?.allowed ?? 0,
        remaining: limit?.remaining ?? 0,
        resetAt: (limit?.resetAt ?? new Date()).toISOString(),
      },
    };
  } catch (cause) {
    if (!(cause instanceof MediaError)) throw cause;
    const isBusy = cause.status === 420 || cause.status === 429;
    throw new AppError('unavailable', cause.message, {
      cause,
      userMessage: isBusy
        ? 'The media service allows no more calls for now. Statistics will return automatically.'
        : 'The media service is not responding. Try again in a moment.',
    });
  }
}

const batchesOf = ({ firestore }: Deps) => firestore.collection('batches');

const readByTool = (deps: Deps) =>
  Promise.all(
    // A check stores nothing.
    ToolNameSchema.exclude(['check']).options.map(async (tool) => ({
      tool,
      ...(await sumStored(batchesOf(deps).where('tool', '==', tool))),
    })),
  );

function readByAge(deps: Deps) {
  const now = Date.now();
  return Promise.all(
    Array.from({ length: RETENTION_DAYS }, async (_, days) => ({
      days,
      ...(await sumStored(
        batchesOf(deps)
          .where('createdAt', '<=', Timestamp.fromMillis(now - days * DAY_MS))
          .where('createdAt', '>', Timestamp.fromMillis(now - (days + 1) * DAY_MS)),
      )),
    })),
  );
}

/** Running batches count as 0. */
async function sumStored(batches: Query) {
  const sums = await batches
    .aggregate({ bytes: AggregateField.sum('storedBytes'), files: AggregateField.sum('storedFiles') })
    .get();
  return StoredSchema.parse(sums.data());
}
