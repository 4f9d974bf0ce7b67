/** What admins see of the files that the portal keeps, and the cleanup of them. */
import { z } from 'zod';
import { ToolNameSchema } from './batches.ts';
import { defineCall } from './call.ts';

/** Shown for information; the limit that the media service itself reports counts too. */
export const CLEANUP_CALLS_PER_MINUTE = 500;
export const CLEANUP_RESOURCES_PER_HOUR = 500_000;
/** UTC. */
export const CLEANUP_HOUR = 2;

/** `manual` takes all files of the media service, `nightly` what has expired everywhere. */
const CleanupTriggerSchema = z.enum(['manual', 'nightly']);
export type CleanupTrigger = z.infer<typeof CleanupTriggerSchema>;

export const CleanupStatsSchema = z.object({
  deletedImages: z.number().int(),
  deletedVideos: z.number().int(),
  deletedRaw: z.number().int(),
  failed: z.number().int(),
  durationMs: z.number().int(),
  /** What did not fit in one request goes on in the background. */
  continuing: z.boolean(),
});
export type CleanupStats = z.infer<typeof CleanupStatsSchema>;

/** What a nightly cleanup removes beside the media service's files. */
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
  /** Until the media service takes calls again. */
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
  /** One that is under way. */
  running: CleanupProgressSchema.nullable(),
  /** Of finished batches; every tool is there. */
  byTool: z.array(StoredSchema.extend({ tool: ToolNameSchema })),
  /** Of finished batches, by whole days since they were made: 0, 1 and 2; what is older goes with the next night. */
  byAge: z.array(StoredSchema.extend({ days: z.number().int() })),
});
export type StorageStats = z.infer<typeof StorageStatsSchema>;

export const getStorageStats = defineCall({
  method: 'GET',
  path: '/api/cloudinary/storage-stats',
  summary: 'What the media service keeps, and how its cleanup stands.',
  audience: 'admin',
  answer: StorageStatsSchema,
  failures: [503],
});

export const runCleanup = defineCall({
  method: 'POST',
  path: '/api/cloudinary/cleanup',
  summary:
    'Deletes all images, videos and raw files, except of batches that still run. One that is under way is joined.',
  audience: 'admin',
  answer: z.object({ success: z.boolean(), stats: CleanupStatsSchema }),
});
