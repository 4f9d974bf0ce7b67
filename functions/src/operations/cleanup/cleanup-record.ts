/** The documents of the cleanup, as Firestore keeps them. */
import type { CleanupProgress, CleanupStats } from '@portal/contracts/storage';
import type { Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';
import { QuotaSchema } from './service-quota.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

const TriggerSchema = z.enum(['manual', 'nightly']);

/** cleanup/state */
export const StateRecordSchema = z.object({
  /** The run in progress. */
  runId: z.string().nullable(),
  /** The one that ended last. */
  lastRunId: z.string().nullable(),
  /** Requested during a run of the other kind: starts after it. */
  next: TriggerSchema.nullable(),
  /** When the last successful nightly run ended. */
  lastNightlyAt: TimestampSchema.nullable().default(null),
});
export type StateRecord = z.infer<typeof StateRecordSchema>;

export const EMPTY_STATE: StateRecord = {
  runId: null,
  lastRunId: null,
  next: null,
  lastNightlyAt: null,
};

/** cleanupRuns/{id}: progress and result of a run. */
export const RunRecordSchema = z.object({
  trigger: TriggerSchema,
  startedAt: TimestampSchema,
  /** Ages are computed for this time, however long the run takes. */
  cutoff: TimestampSchema,
  endedAt: TimestampSchema.nullable(),
  outcome: z.enum(['finished', 'failed']).nullable(),
  /** Until the media service takes calls again. */
  waitsUntil: TimestampSchema.transform((time) => time.toDate()).nullable(),
  quota: QuotaSchema.nullable().default(null),
  /** See STEPS in clean-pages.ts. */
  step: z.string(),
  /** Where the step continues; each step has its own format. */
  cursor: z.string().nullable(),
  /** Public ids to delete next. Saved before they are deleted, so that the counts are right after a crash. */
  pending: z.array(z.string()),
  /** One pass through all resources of a kind. Passes repeat until one finds nothing: cursors skip under deletion. */
  pass: z.object({
    number: z.number(),
    pages: z.number(),
    deleted: z.number(),
    failed: z.number(),
    isAtEnd: z.boolean(),
  }),
  stats: z.object({
    deletedImages: z.number(),
    deletedVideos: z.number(),
    deletedRaw: z.number(),
    failed: z.number(),
  }),
  extras: z.object({ batches: z.number(), uploads: z.number(), documents: z.number() }),
  /** Batches whose files were deleted, up to a limit. */
  batches: z.array(z.string()),
  /** Batches with files that could not be deleted: their records stay until the next night. */
  unfinished: z.array(z.string()),
  expiresAt: TimestampSchema,
});
export type RunRecord = z.infer<typeof RunRecordSchema>;

export interface Run extends RunRecord {
  id: string;
  /** Changes with each save. */
  version: Timestamp;
}

/** The media service takes no more calls. */
export const isWaiting = ({ waitsUntil }: RunRecord, now = Date.now()): boolean =>
  waitsUntil !== null && waitsUntil.getTime() > now;

/** What a step may change. */
export type Progress = Pick<
  RunRecord,
  'step' | 'cursor' | 'pending' | 'pass' | 'stats' | 'extras' | 'batches' | 'unfinished'
>;

export const FIRST_PASS: RunRecord['pass'] = { number: 1, pages: 0, deleted: 0, failed: 0, isAtEnd: false };

export const describeStats = (run: RunRecord, now = new Date()): CleanupStats => ({
  ...run.stats,
  durationMs: (run.endedAt?.toMillis() ?? now.getTime()) - run.startedAt.toMillis(),
  continuing: run.endedAt === null,
});

export const describeProgress = (run: RunRecord): CleanupProgress => ({
  trigger: run.trigger,
  startedAt: run.startedAt.toDate().toISOString(),
  stats: describeStats(run),
  extras: run.extras,
  waitsUntil: run.waitsUntil?.toISOString() ?? null,
});
