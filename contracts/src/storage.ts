/** Storage statistics and cleanup, for admins. */
import { z } from 'zod';
import { ToolNameSchema } from './batches.ts';
import { defineCall } from './call.ts';

/** The media service's hourly quota applies too. */
export const CLEANUP_CALLS_PER_MINUTE = 500;
export const CLEANUP_RESOURCES_PER_HOUR = 500_000;
/** UTC. */
export const CLEANUP_HOUR = 2;

/** `manual` deletes all files of the media service, `nightly` what has expired everywhere. */
const CleanupTriggerSchema = z.enum(['manual', 'nightly']);
export type CleanupTrigger = z.infer<typeof CleanupTriggerSchema>;

export const CleanupStatsSchema = z.object({
  deletedImages: z.number().int(),
  deletedVideos: z.number().int(),
  deletedRaw: z.number().int(),
  failed: z.number().int(),
  durationMs: z.number().int(),
  /** The run continues in the background. */
  continuing: z.boolean(),
});
export type CleanupStats = z.infer<typeof CleanupStatsSchema>;

/** What a nightly cleanup deletes beside files of the media service. */
const CleanupExtrasSchema = z.object({
  batches: z.number().int(),
  uploads: z.number().int(),
  documents: z.number().int(),
});
export type CleanupExtras = z.infer<typeof CleanupExtrasSchema>;

const CleanupSummarySchema = z.object({
  /** When it ended. */
  at: z.iso.datetime(),
  trigger: CleanupTriggerSchema,
  outcome: z.enum(['finished', 'failed']),
  stats: CleanupStatsSchema,
  extras: CleanupExtrasSchema,
});
export type CleanupSummary = z.infer<typeof CleanupSummarySchema>;

const CleanupProgressSchema = z.object({
  trigger: CleanupTriggerSchema,
  startedAt: z.iso.datetime(),
  stats: CleanupStatsSchema,
  extras: CleanupExtrasSchema,
  /** When the media service accepts calls again. */
  waitsUntil: z.iso.datetime().nullable(),
});
export type CleanupProgress = z.infer<typeof CleanupProgressSchema>;

const StoredSchema = z.object({ bytes: z.number().int(), files: z.number().int() });

export const StorageStatsSchema = z.object({
  images: z.number().int(),
  videos: z.number().int(),
  raw: z.number().int(),
  totalResources: z.number().int(),
  storageBytes: z.number().int(),
  bandwidthBytes: z.number().int().optional(),
  credits: z.object({ used: z.number(), limit: z.number().nullable() }).optional(),
  rateLimit: z.object({
    limit: z.number().int(),
    remaining: z.number().int(),
    resetAt: z.iso.datetime(),
  }),
  lastCleanup: CleanupSummarySchema.nullable(),
  nextCleanupAt: z.iso.datetime(),
  /** The run in progress. */
  running: CleanupProgressSchema.nullable(),
  /** Finished batches only; includes every tool. */
  byTool: z.array(StoredSchema.extend({ tool: ToolNameSchema })),
  /** Finished batches only, by age in days: 0, 1 and 2. Older ones are deleted in the next night. */
  byAge: z.array(StoredSchema.extend({ days: z.number().int() })),
});
export type StorageStats = z.infer<typeof StorageStatsSchema>;

export const getStorageStats = defineCall({
  method: 'GET',
  path: '/api/cloudinary/storage-stats',
  summary: 'Reads storage statistics and the state of the cleanup.',
  audience: 'admin',
  response: StorageStatsSchema,
  failures: [503],
});

export const runCleanup = defineCall({
  method: 'POST',
  path: '/api/cloudinary/cleanup',
  summary:
    'Deletes all images, videos and raw files, except those of running batches. Joins a run in progress.',
  audience: 'admin',
  response: z.object({ success: z.boolean(), stats: CleanupStatsSchema }),
});
