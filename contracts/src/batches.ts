/**
 * What all tools share.
 *
 * Glossary
 * - batch: the images or texts that one person requested together. Kept for 3 days.
 * - item: one image or text of a batch. Each item succeeds or fails on its own.
 * - attempt: one try at an item, at most 3. It does not count if no key of the provider was usable.
 * - lease: the time for which a worker has an item. Renewed while free work runs.
 * - task: the message that delivers an item to a worker. It may arrive twice, or never: the item's record decides.
 * - key: one of a provider's API keys. It can rest (rate limited or used up) or be out (rejected).
 * - job: prompts, models and stages that make several batches; in code a pipeline (pipelines.ts)
 * - provider batch: many items that a provider makes within 24 hours for half the price (half-price.ts)
 * - progress: documents that hold the changes of a batch's items, for polls. Several per batch, so that none is hot.
 *
 * States of an item: waiting -> queued -> claimed -> calling -> done
 *   waiting    waits for its picture of the stage before; only in a batch of a pipeline (pipelines.ts)
 *   queued     waits for a worker, or for its next attempt
 *   claimed    a worker has it; nothing was sent to the provider
 *   submitted  belongs to a provider batch, which may exist already; instead of claimed and calling. No worker has it: the
 *              result can be fetched by any, and again
 *   calling    a request may have been sent, and may have been charged; free work skips this state. Work without a
 *              picture to prepare skips the one before. The image is stored under a name made from batch and item; a second
 *              delivery finds it, and fetches a text that the provider still has
 *   done       finished, and its cost is counted
 *   failed     refused by the provider, or out of attempts
 *   uncertain  called with an unknown outcome; only a person may retry it, because it may be charged twice
 *   cancelled  the batch was cancelled before the item was called, or its picture of the stage before was not made
 *
 * Half price: queued -> submitted -> done, failed or cancelled; uncertain only if the key of its provider batch was removed.
 * submitted -> queued if the provider batch was certainly not created.
 * waiting -> queued or cancelled, once the item of the stage before is final, in a commit of its own.
 * After a lost lease: claimed -> queued; calling -> done if the image is found or the text is fetched, else uncertain.
 *
 * States of a batch: pending -> processing -> completed (at least one item is done) | failed (none is).
 */
import { z } from 'zod';
import { HalfPriceProviderSchema } from './half-price.ts';
import { BatchIdSchema } from './ids.ts';
import { SourceSchema } from './source.ts';
import { toOneLine } from './to-one-line.ts';

export const RETENTION_DAYS = 3;
export const MAX_ATTEMPTS = 3;
export const MAX_NAME_LENGTH = 150;
/** The newest ones; older ones expire within days. */
export const MAX_BATCHES_LISTED = 200;

/** `check` has no page: its batches ask a model what an agency may refuse (checks.ts). */
export const ToolNameSchema = z.enum([
  'image-generator',
  'upscale',
  'keyword-generator',
  'stylizer',
  'check',
]);
export type ToolName = z.infer<typeof ToolNameSchema>;

/** `queued` is what the Keyword Generator calls a batch that is pending. */
export const BatchStatusSchema = z.enum(['pending', 'queued', 'processing', 'completed', 'failed']);
export type BatchStatus = z.infer<typeof BatchStatusSchema>;

export const isWaiting = (status: BatchStatus): boolean => status === 'pending' || status === 'queued';

export const isActive = (status: BatchStatus): boolean => isWaiting(status) || status === 'processing';

export const ItemStateSchema = z.enum([
  'waiting',
  'queued',
  'claimed',
  'calling',
  'submitted',
  'done',
  'failed',
  'uncertain',
  'cancelled',
]);
export type ItemState = z.infer<typeof ItemStateSchema>;

/** Why a retry cannot help: the picture cannot be read, or the provider refuses the request. */
export const PermanentFailureSchema = z.enum(['unreadable', 'refused']);
export type PermanentFailure = z.infer<typeof PermanentFailureSchema>;

/** Why an item has no result, for its owner. */
export const ItemFailureSchema = z.object({
  index: z.number().int(),
  state: z.enum(['failed', 'uncertain']),
  reason: z.string(),
  attempts: z.number().int(),
  permanent: PermanentFailureSchema.optional(),
});
export type ItemFailure = z.infer<typeof ItemFailureSchema>;

/** Why an item was cancelled, if its owner did not cancel it: its picture of the stage before was not made or not chosen. */
export const ItemCancellationSchema = z.object({ index: z.number().int(), reason: z.string() });
export type ItemCancellation = z.infer<typeof ItemCancellationSchema>;

/** An item whose picture was sent from another batch, which may be gone by now (see lineage.ts). */
export const ItemOriginSchema = z.object({
  index: z.number().int(),
  /** `name`: the title of the batch (batch-title.ts) when the picture was sent. */
  from: SourceSchema.extend({ tool: ToolNameSchema, name: z.string() }),
});
export type ItemOrigin = z.infer<typeof ItemOriginSchema>;

/** Fields that every tool's batch has. */
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
  /** Missing if there are none. */
  cancellations: z.array(ItemCancellationSchema).optional(),
  /** Missing if no picture came from another batch. */
  origins: z.array(ItemOriginSchema).optional(),
  /** Indexes of pictures that were deleted. Missing if there are none. */
  deletedItems: z.array(z.number().int()).optional(),
  /** Indexes of pictures with a star. Missing if there are none. */
  starred: z.array(z.number().int()).optional(),
  /** ThumbHashes in Base64, by index of the item. Missing if there are none. */
  placeholders: z.record(z.string(), z.string()).optional(),
  /** What each finished picture of a job has cost and taken, by index of the item. Missing for other batches. */
  figures: z.record(z.string(), z.object({ cost: z.number(), seconds: z.number().optional() })).optional(),
  /** Indexes of the items in progress. */
  runningItems: z.array(z.number().int()),
  /** How much of an item in progress is done, from 0 to 1, by index. Missing if nothing is known. */
  itemProgress: z.record(z.string(), z.number()).optional(),
  /** When items in progress are tried again whose worker was lost, by index. May be in the past. Missing if none was. */
  itemRetries: z.record(z.string(), z.iso.datetime()).optional(),
  /** Dollars so far. Uncertain items count with their estimate, because they may have been charged. */
  cost: z.number(),
  /** Dollars, when the batch was created. */
  estimate: z.number(),
  /** Items that can be retried: not retried yet, and not certain to fail again. */
  retryable: z.object({ failed: z.number().int(), uncertain: z.number().int() }),
  /** The files were deleted before the batch expired: by a cleanup, or all of them by the owner. */
  filesDeleted: z.boolean(),
  /** Of the link to it (sharing.ts). Missing if it is not shared. */
  shareToken: z.string().optional(),
  /** Made within 24 hours for about half the price. Missing for a batch that is made now. */
  halfPrice: z.object({ provider: HalfPriceProviderSchema }).optional(),
});
export type BatchFacts = z.infer<typeof BatchFactsSchema>;

export const BatchParamsSchema = z.object({ id: BatchIdSchema });

export const ItemParamsSchema = BatchParamsSchema.extend({
  index: z
    .string()
    .regex(/^\d{1,4}$/, 'Invalid index.')
    .transform(Number),
});

export const BatchNameSchema = z
  .string()
  .overwrite(toOneLine)
  .min(1, 'The name is empty.')
  .max(MAX_NAME_LENGTH, `A name can have at most ${MAX_NAME_LENGTH} characters.`);

/** Response of the calls that start a batch. */
export const BatchStartedSchema = z.object({ success: z.literal(true), batchId: z.string() });

export const RetryBodySchema = z.object({
  /** Also retry uncertain items: the person accepts that they may be charged twice. */
  includeUncertain: z.boolean().default(false),
});

/** A large ZIP is built in the background, then downloaded from its own URL. */
export const ArchiveSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('preparing'), done: z.number().int(), total: z.number().int() }),
  z.object({ status: z.literal('ready'), url: z.url(), bytes: z.number().int() }),
]);
export type Archive = z.infer<typeof ArchiveSchema>;

/** The batch's name as a file name, as in `Red_fox_images.zip`. */
export const makeZipName = (batchName: string, suffix: string): string =>
  `${batchName.replaceAll(/[^A-Za-z0-9]/g, '_')}${suffix}`;
