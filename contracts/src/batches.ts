/**
 * What all four tools share. Glossary:
 *
 * - batch: what one person asked for at once; a group of items, kept 3 days.
 * - item: one image (or text) of a batch; it succeeds or fails on its own.
 * - attempt: one try at an item, at most 3. Waiting for a usable key is not counted.
 * - lease: how long the worker that claimed an item has it for itself; renewed while free work runs.
 * - task: one delivery of an item to a worker; may come twice, or get lost. The item's record decides.
 * - key: one of a provider's secrets; it can rest (rate limited) or be out (rejected).
 * - progress: documents that tell polls what changed in a batch; ten per batch, so that none is hot.
 *
 * An item: queued -> claimed -> calling -> stored -> done
 *
 *   queued     waits for a worker or for its next attempt
 *   claimed    a worker has it; nothing has been sent to the provider
 *   calling    the request may have been sent and may be charged; free work skips this state
 *   stored     its file is stored under a name made from batch and item, where a second delivery finds it
 *   done       counted
 *   failed     gave up: refused, or out of attempts
 *   uncertain  called with unknown result; only a person may retry it, because it may be charged twice
 *   cancelled  was not called before its batch was cancelled
 *
 * A lost lease: claimed -> queued; calling -> stored if the file exists, else uncertain; stored -> done.
 *
 * A batch: pending -> processing -> completed (something was made) | failed (nothing was).
 */
import { z } from 'zod';
import { BatchIdSchema } from './ids.ts';

export const RETENTION_DAYS = 3;
export const MAX_ATTEMPTS = 3;
export const MAX_NAME_LENGTH = 150;
/** Newest first; older ones expire within days. */
export const MAX_BATCHES_LISTED = 200;

export const ToolNameSchema = z.enum(['image-generator', 'upscale', 'keyword-generator', 'stylizer']);
export type ToolName = z.infer<typeof ToolNameSchema>;

/** `queued` is what the Keyword Generator calls a batch that is pending. */
export const BatchStatusSchema = z.enum(['pending', 'queued', 'processing', 'completed', 'failed']);
export type BatchStatus = z.infer<typeof BatchStatusSchema>;

export const isWaiting = (status: BatchStatus): boolean => status === 'pending' || status === 'queued';

export const isActive = (status: BatchStatus): boolean => isWaiting(status) || status === 'processing';

export const ItemStateSchema = z.enum([
  'queued',
  'claimed',
  'calling',
  'stored',
  'done',
  'failed',
  'uncertain',
  'cancelled',
]);
export type ItemState = z.infer<typeof ItemStateSchema>;

/** Why a retry cannot help: the picture is unreadable, or the request was refused. */
export const PermanentFailureSchema = z.enum(['unreadable', 'refused']);
export type PermanentFailure = z.infer<typeof PermanentFailureSchema>;

/** Why an item failed, for its owner. */
export const ItemFailureSchema = z.object({
  index: z.number().int(),
  state: z.enum(['failed', 'uncertain']),
  reason: z.string(),
  attempts: z.number().int(),
  permanent: PermanentFailureSchema.optional(),
});
export type ItemFailure = z.infer<typeof ItemFailureSchema>;

/** Fields that every tool's batch has beside its own. */
export const BatchFactsSchema = z.object({
  id: z.string(),
  status: BatchStatusSchema,
  createdAt: z.iso.datetime(),
  /** When the batch and its files are deleted. */
  expiresAt: z.iso.datetime(),
  /** When its first item was claimed. */
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  cancelledAt: z.iso.datetime().nullable(),
  failedCount: z.number().int(),
  uncertainCount: z.number().int(),
  cancelledCount: z.number().int(),
  failures: z.array(ItemFailureSchema),
  /** Indexes of items in progress. */
  runningItems: z.array(z.number().int()),
  /** Dollars so far. Uncertain items count at their maximum cost. */
  cost: z.number(),
  /** Dollars, at the time of the request. */
  estimate: z.number(),
  /** How many items can be retried. Excludes items that were retried, and permanent failures. */
  retryable: z.object({ failed: z.number().int(), uncertain: z.number().int() }),
  /** A cleanup deleted the files before the batch expired. */
  filesDeleted: z.boolean(),
});
export type BatchFacts = z.infer<typeof BatchFactsSchema>;

export const BatchParamsSchema = z.object({ id: BatchIdSchema });

export const ItemParamsSchema = BatchParamsSchema.extend({
  index: z
    .string()
    .regex(/^\d{1,4}$/, 'Not an index.')
    .transform(Number),
});

export const BatchNameSchema = z
  .string()
  .trim()
  .min(1, 'The name is empty.')
  .max(MAX_NAME_LENGTH, `A name has at most ${MAX_NAME_LENGTH} characters.`);

/** The answer of every call that starts a batch. */
export const BatchStartedSchema = z.object({ success: z.literal(true), batchId: z.string() });

export const RetryBodySchema = z.object({
  /** Also retry uncertain items, which may then be charged twice. */
  includeUncertain: z.boolean().default(false),
});

/** A ZIP too large for one answer is built first, then fetched from its own URL. */
export const ArchiveSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('preparing'), done: z.number().int(), total: z.number().int() }),
  z.object({ status: z.literal('ready'), url: z.url(), bytes: z.number().int() }),
]);
export type Archive = z.infer<typeof ArchiveSchema>;

/** The batch's name as a file name, as in `Red_fox_images.zip`. */
export const makeZipName = (batchName: string, suffix: string): string =>
  `${batchName.replaceAll(/[^A-Za-z0-9]/g, '_')}${suffix}`;
