/** The documents of the cleanup, as Firestore keeps them. */
import type { CleanupProgress, CleanupStats } from '@portal/contracts/storage';
import { Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';
import { CallCountSchema } from './call-pacer.ts';

const TimestampSchema = z.instanceof(Timestamp);
const TriggerSchema = z.enum(['manual', 'nightly']);

/** cleanup/state: one for all workers. */
export const StateRecordSchema = z.object({
  /** The run that is under way. */
  runId: z.string().nullable(),
  /** The one that ended last. */
  lastRunId: z.string().nullable(),
  /** Asked for while another kind of run was under way: it follows. */
  next: TriggerSchema.nullable(),
  /** Who works on the run, and until when that may be believed. */
  worker: z.string().nullable(),
  until: TimestampSchema,
  /** The service counts calls, whoever makes them. */
  calls: z.array(CallCountSchema),
});
export type StateRecord = z.infer<typeof StateRecordSchema>;

export const NOBODY = { worker: null, until: Timestamp.fromMillis(0) };
export const EMPTY_STATE: StateRecord = { runId: null, lastRunId: null, next: null, ...NOBODY, calls: [] };

/** cleanupRuns/{id}: how far a run has come, and what it has deleted. */
export const RunRecordSchema = z.object({
  trigger: TriggerSchema,
  startedAt: TimestampSchema,
  /** Age is counted from here, however long the run takes. */
  cutoff: TimestampSchema,
  endedAt: TimestampSchema.nullable(),
  outcome: z.enum(['finished', 'failed']).nullable(),
  /** Until the media service takes calls again. */
  waitsUntil: TimestampSchema.nullable(),
  /** See STEPS in work-on-cleanup.ts. */
  step: z.string(),
  /** Where the step goes on; what it means is the step's own. */
  cursor: z.string().nullable(),
  /** Public ids of the page that is being deleted: whoever follows a lost worker knows what that had been about to do. */
  pending: z.array(z.string()),
  /** One time through all of a kind; another follows as long as one finds something, whatever cursors do meanwhile. */
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
  /** Whose files went, as far as they can be listed. */
  batches: z.array(z.string()),
  /** With files that could not be deleted: their records stay until the next night. */
  unfinished: z.array(z.string()),
  expiresAt: TimestampSchema,
});
export type RunRecord = z.infer<typeof RunRecordSchema>;

export interface Run extends RunRecord {
  id: string;
}

/** What a step changes. */
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
  waitsUntil: run.waitsUntil?.toDate().toISOString() ?? null,
});
