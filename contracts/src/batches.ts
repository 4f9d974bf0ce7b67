/**
 * What all four tools share. The words, as everyone uses them:
 *
 * - batch: what one person asked for at once; a group of items, kept 3 days.
 * - item: one image of a batch; it is made, or not, on its own.
 * - attempt: one try at an item, at most 3. A try that no key of the provider could serve is not counted.
 * - lease: until when the worker that claimed an item may be believed to be at it; renewed while free work goes on.
 * - task: one delivery of an item to a worker; may come twice, or not at all. The item's own record decides.
 * - key: one of a provider's secrets; it can rest (rate limited) or be out (rejected).
 * - mark: a note of what changed in a batch, for the polls; a few per batch, so that none is hot.
 *
 * An item: queued -> claimed -> calling -> stored -> done
 *
 *   queued     waits for a worker, or for its next attempt
 *   claimed    a worker has it, nothing has left for the provider
 *   calling    the request may have left: from here on it may have been paid for; work that costs nothing skips this
 *   stored     its bytes are kept under a name made from batch and item; a second delivery finds them there
 *   done       counted
 *   failed     gave up: refused, or out of attempts
 *   uncertain  called, and nobody knows how it ended; only a person may have it made again, it may cost twice
 *   cancelled  was not called yet when its batch was cancelled
 *
 * A lost lease: claimed -> queued; calling -> stored if the bytes are there, else uncertain; stored -> done.
 *
 * A batch: pending -> processing -> completed (something was made) | failed (nothing was).
 */
import { z } from 'zod';
import { BatchIdSchema } from './ids.ts';

export const RETENTION_DAYS = 3;
export const MAX_ATTEMPTS = 3;
export const MAX_NAME_LENGTH = 150;
/** The newest; older ones are gone within days anyway. */
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

/** Why a retry cannot help: its picture cannot be read, or what was asked for is refused. */
export const PermanentFailureSchema = z.enum(['unreadable', 'refused']);
export type PermanentFailure = z.infer<typeof PermanentFailureSchema>;

/** Why an item was not made, for the person who asked for it. */
export const ItemFailureSchema = z.object({
  index: z.number().int(),
  state: z.enum(['failed', 'uncertain']),
  reason: z.string(),
  attempts: z.number().int(),
  permanent: PermanentFailureSchema.optional(),
});
export type ItemFailure = z.infer<typeof ItemFailureSchema>;

/** What every tool's batch answers beside its own fields. */
export const BatchFactsSchema = z.object({
  id: z.string(),
  status: BatchStatusSchema,
  createdAt: z.iso.datetime(),
  /** When its files and it are deleted. */
  expiresAt: z.iso.datetime(),
  /** When its first item was claimed. */
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  cancelledAt: z.iso.datetime().nullable(),
  failedCount: z.number().int(),
  uncertainCount: z.number().int(),
  cancelledCount: z.number().int(),
  failures: z.array(ItemFailureSchema),
  /** Indexes of the items that a worker has right now. */
  runningItems: z.array(z.number().int()),
  /** Dollars, so far; of uncertain items the estimate, for they may have been charged. */
  cost: z.number(),
  /** Dollars, when it was asked for. */
  estimate: z.number(),
  /** How many items may still be asked for again; not those that were, and not those that would fail again. */
  retryable: z.object({ failed: z.number().int(), uncertain: z.number().int() }),
  /** A cleanup has taken the files before the batch expired. */
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

/** Answer of what starts a batch. */
export const BatchStartedSchema = z.object({ success: z.literal(true), batchId: z.string() });

export const RetryBodySchema = z.object({
  /** Also the uncertain items: the person knows that they may be charged twice. */
  includeUncertain: z.boolean().default(false),
});

/** A ZIP too large for one answer is built first, then fetched from its own address. */
export const ArchiveSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('preparing'), done: z.number().int(), total: z.number().int() }),
  z.object({ status: z.literal('ready'), url: z.url(), bytes: z.number().int() }),
]);
export type Archive = z.infer<typeof ArchiveSchema>;

/** The batch's name as a file name, as in `Red_fox_images.zip`. */
export const makeZipName = (batchName: string, suffix: string): string =>
  `${batchName.replaceAll(/[^A-Za-z0-9]/g, '_')}${suffix}`;
