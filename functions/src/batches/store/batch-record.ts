/** The documents of a batch, as Firestore keeps them. */
import { ItemStateSchema, PermanentFailureSchema, ToolNameSchema } from '@portal/contracts/batches';
import { CheckKindSchema, IssueSchema } from '@portal/contracts/checks';
import { HalfPriceProviderSchema } from '@portal/contracts/half-price';
import { SourceSchema } from '@portal/contracts/source';
import { UploadedFileSchema, UploadedFilesSchema } from '@portal/contracts/uploads';
import { Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';
import { AppearanceSchema } from '../../pictures/checks/appearance.ts';
import { StoredImageSchema } from '../../pictures/media/stored-image.ts';
import { MicrosSchema, NO_MICROS } from '../../spend/micros.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

/** Tasks that one person's only batch of a tool has waiting. See docs/decisions/004. */
export const MAX_WINDOW = 5;

/** Texts that a tool wrote about an item; parsed by the tool. */
const ItemTextsSchema = z.record(z.string(), z.unknown());
export type ItemTexts = z.infer<typeof ItemTextsSchema>;

/** Of the original of an item without an image. */
const OriginalSchema = AppearanceSchema.extend({
  /** What a model may have seen in it. */
  issues: z.array(IssueSchema),
}).partial();

/** What the owner sees of an item. */
export const ItemViewSchema = z.object({
  state: ItemStateSchema,
  variant: z.number(),
  claimedAt: TimestampSchema.nullable(),
  attempts: z.number(),
  cost: MicrosSchema,
  reason: z.string().optional(),
  permanent: PermanentFailureSchema.optional(),
  image: StoredImageSchema.optional(),
  texts: ItemTextsSchema.optional(),
  ...OriginalSchema.shape,
  /** The share of the attempt that was done, from 0 to 1. Only of work that takes long. */
  progress: z.number().optional(),
  /** When another worker takes over, if the worker of the attempt was lost. */
  retryAt: TimestampSchema.optional(),
  /** From its first claim to its result. Only of batches of jobs, whose pages show it. */
  seconds: z.number().optional(),
});
export type ItemView = z.infer<typeof ItemViewSchema>;

/** By item index. Items that were never claimed are missing. */
export const ItemViewsSchema = z.record(z.string(), ItemViewSchema);
export type ItemViews = z.infer<typeof ItemViewsSchema>;

/** An original of the batch. */
const BatchFileSchema = UploadedFileSchema.extend({
  /** Of a file that the browser has uploaded: what was checked. See docs/decisions/019. */
  generation: z.string().optional(),
  /** The picture of another batch that it is a copy of, made when its item is first worked on. */
  from: SourceSchema.extend({
    /** Both unknown if the picture is made by the stage before. */
    bytes: z.number().optional(),
    /** When the picture was made or uploaded, in ISO format. */
    date: z.string().optional(),
  }).optional(),
});
export type BatchFile = z.infer<typeof BatchFileSchema>;

const BatchUploadsSchema = UploadedFilesSchema.extend({
  files: z.array(BatchFileSchema),
  /** The batches of `from`, by id, as they were when the pictures were sent. */
  sources: z.record(z.string(), z.object({ tool: ToolNameSchema, name: z.string() })).optional(),
});
export type BatchUploads = z.infer<typeof BatchUploadsSchema>;

/** The place of a batch in its pipeline. See docs/decisions/007. */
const BatchPipelineSchema = z.object({
  id: z.string(),
  /** Indexes. */
  lane: z.number(),
  chain: z.number(),
  stage: z.number(),
  /** The batches of the same pictures before and after this one. */
  previous: z.string().optional(),
  next: z.string().optional(),
  /** Its items wait for a person's choice too. */
  isHeld: z.boolean().optional(),
  /** Indexes of the items that go on, once a person has chosen among those that waited. */
  chosen: z.array(z.number()).optional(),
});
export type BatchPipeline = z.infer<typeof BatchPipelineSchema>;

/** batches/{id} */
export const BatchRecordSchema = z.object({
  tool: ToolNameSchema,
  owner: z.string(),
  name: z.string(),
  /** Parsed by the batch's tool. */
  settings: z.record(z.string(), z.unknown()),
  /** The originals, by item index, in the owner's folder of Cloud Storage. */
  uploads: BatchUploadsSchema.nullable().default(null),
  /** The ids of `uploads.sources`, for queries. */
  sourceIds: z.array(z.string()).optional(),
  /** Indexes of items whose pictures have a star. */
  starred: z.array(z.number()).optional(),
  /** Indexes of items whose pictures were deleted. See docs/decisions/009. */
  deletedItems: z.array(z.number()).optional(),
  /** Checks that a person has said are no problem, by item index. */
  dismissed: z.record(z.string(), z.array(CheckKindSchema)).optional(),
  /** What a model has seen in results of the batch, by item index. See share-issues.ts. */
  issues: z.record(z.string(), z.array(IssueSchema)).optional(),
  pipeline: BatchPipelineSchema.optional(),
  /** Who makes it within 24 hours for half the price. Missing if it is made now. */
  halfPrice: HalfPriceProviderSchema.optional(),
  total: z.number(),
  /** How many of its items wait in the queue at a time. */
  window: z.number().default(MAX_WINDOW),
  /** Dollars. */
  estimate: z.number(),
  createdAt: TimestampSchema,
  expiresAt: TimestampSchema,
  endedAt: TimestampSchema.nullable(),
  cancelledAt: TimestampSchema.nullable(),
  /** Hidden from its owner; removed once it has ended. */
  deletedAt: TimestampSchema.nullable().default(null),
  filesDeleted: z.boolean(),
  /** Of the link to it; see share-store.ts. */
  shareToken: z.string().optional(),
  /** Stored at the media service; set when the batch ends. */
  storedBytes: z.number().default(0),
  storedFiles: z.number().default(0),
  /** The day whose allowance the batch uses. */
  allowanceDay: z.string().nullable(),
  /** The batches that retry its failed and its uncertain items. */
  retried: z.object({ failed: z.string().nullable(), uncertain: z.string().nullable() }),
  /** Written by item-views.ts when the batch ends; until then see progress-store.ts. */
  items: z.string(),
});
export type BatchRecord = z.infer<typeof BatchRecordSchema>;

/** A call in progress whose result any worker can fetch from the provider. See docs/decisions/002. */
const StartedCallSchema = z.object({
  /** The provider's. */
  id: z.string(),
  /** Fingerprint of the key that made the call. */
  key: z.string(),
  /** Cost of the attempt's earlier calls. */
  paid: MicrosSchema,
});
export type StartedCall = z.infer<typeof StartedCallSchema>;

/** batches/{id}/items/{index} */
export const ItemRecordSchema = z.object({
  index: z.number(),
  /** The index in the original batch: a retry uses the same seed. */
  variant: z.number(),
  state: ItemStateSchema,
  /** Not final yet. */
  isOpen: z.boolean(),
  attempts: z.number(),
  /** The first claim. */
  claimedAt: TimestampSchema.nullable(),
  /** Holder of the lease: one delivery of one task. */
  worker: z.string().nullable(),
  /** A queued item must not be claimed before. */
  notBefore: TimestampSchema,
  /** End of the lease; for a queued item, when the sweep looks at it. */
  wakeAt: TimestampSchema,
  /** Reserved for the call in progress, and the month it counts toward. */
  reserved: MicrosSchema,
  spendMonth: z.string().nullable(),
  startedCall: StartedCallSchema.nullable().default(null),
  /** The provider batch that it is submitted in; see provider-batch-record.ts. */
  providerBatch: z.string().optional(),
  /** Cost of failed attempts. */
  spent: MicrosSchema.prefault(0),
  /** Total cost, once the item is final. */
  cost: MicrosSchema,
  image: StoredImageSchema.nullable(),
  /** The picture of the stage before, which it is made from. */
  source: StoredImageSchema.optional(),
  /** The item that is enqueued when this one is worked on; see release-item.ts. */
  followedBy: z.number().optional(),
  texts: ItemTextsSchema.nullable().default(null),
  ...OriginalSchema.shape,
  expiresAt: TimestampSchema,
});
export type ItemRecord = z.infer<typeof ItemRecordSchema>;

/** The sweep enqueues an item again that was not claimed within this time. */
export const QUEUED_FOR_MS = 5 * 60 * 1000;

export const makeQueuedItem = (
  index: number,
  variant: number,
  now: number,
  expiresAt: Timestamp,
): ItemRecord => ({
  index,
  variant,
  state: 'queued',
  isOpen: true,
  attempts: 0,
  claimedAt: null,
  worker: null,
  notBefore: Timestamp.fromMillis(now),
  // Ordered by index: the sweep reads those first whose turn comes first.
  wakeAt: Timestamp.fromMillis(now + QUEUED_FOR_MS + index),
  reserved: NO_MICROS,
  spendMonth: null,
  startedCall: null,
  spent: NO_MICROS,
  cost: NO_MICROS,
  image: null,
  texts: null,
  expiresAt,
});

/** For its picture of the stage before. */
export const makeWaitingItem = (...item: Parameters<typeof makeQueuedItem>): ItemRecord => ({
  ...makeQueuedItem(...item),
  state: 'waiting',
});

/** See progress-store.ts: progress of items (with `items`), or a change of a batch as a whole. */
export const ProgressSchema = z.object({
  owner: z.string(),
  tool: ToolNameSchema,
  batchId: z.string(),
  changedAt: TimestampSchema,
  expiresAt: TimestampSchema,
  items: ItemViewsSchema.default({}),
});
