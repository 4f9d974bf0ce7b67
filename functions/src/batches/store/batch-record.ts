/** The documents of a batch, as Firestore keeps them. */
import { ItemStateSchema, PermanentFailureSchema, ToolNameSchema } from '@portal/contracts/batches';
import { UploadedFilesSchema } from '@portal/contracts/uploads';
import { Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';
import { StoredImageSchema } from '../../media/stored-image.ts';
import { MicrosSchema } from '../../spend/micros.ts';

const TimestampSchema = z.instanceof(Timestamp);

/** What a tool writes about an item; parsed by the tool. */
const ItemTextsSchema = z.record(z.string(), z.unknown());
export type ItemTexts = z.infer<typeof ItemTextsSchema>;

/** What the person sees of an item. */
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
});
export type ItemView = z.infer<typeof ItemViewSchema>;

/** By the item's index; items that nobody has claimed yet are missing. */
export const ItemViewsSchema = z.record(z.string(), ItemViewSchema);
export type ItemViews = z.infer<typeof ItemViewsSchema>;

/** batches/{id} */
export const BatchRecordSchema = z.object({
  tool: ToolNameSchema,
  owner: z.string(),
  name: z.string(),
  /** Parsed by the batch's tool. */
  settings: z.record(z.string(), z.unknown()),
  /** The pictures it works on, by item; they lie in the owner's folder of Cloud Storage. */
  uploads: UploadedFilesSchema.nullable().default(null),
  total: z.number(),
  /** Dollars. */
  estimate: z.number(),
  createdAt: TimestampSchema,
  expiresAt: TimestampSchema,
  endedAt: TimestampSchema.nullable(),
  cancelledAt: TimestampSchema.nullable(),
  /** Gone for its owner; it is removed once it has ended. */
  deletedAt: TimestampSchema.nullable().default(null),
  filesDeleted: z.boolean(),
  /** What it has at the media service, once it has ended. */
  storedBytes: z.number().default(0),
  storedFiles: z.number().default(0),
  /** The day whose allowance the batch has taken from. */
  allowanceDay: z.string().nullable(),
  /** The batches in which what failed and what is uncertain was asked for again. */
  retried: z.object({ failed: z.string().nullable(), uncertain: z.string().nullable() }),
  /** From the end on; before, the marks have them. */
  items: ItemViewsSchema,
});
export type BatchRecord = z.infer<typeof BatchRecordSchema>;

/** batches/{id}/items/{index} */
export const ItemRecordSchema = z.object({
  index: z.number(),
  /** Its index when it was first asked for: what a retry makes again is made from the same seed. */
  variant: z.number(),
  state: ItemStateSchema,
  /** Not final yet. */
  isOpen: z.boolean(),
  attempts: z.number(),
  /** For the first time. */
  claimedAt: TimestampSchema.nullable(),
  /** Who has the lease: one delivery of one task. */
  worker: z.string().nullable(),
  /** Queued: not to be claimed before. */
  notBefore: TimestampSchema,
  /** The lease's end; of a queued item when the sweep sends another task for it. */
  wakeAt: TimestampSchema,
  /** Set aside for the call in progress, and the month it counts to. */
  reserved: MicrosSchema,
  spendMonth: z.string().nullable(),
  /** For attempts that came to nothing. */
  spent: MicrosSchema.prefault(0),
  /** In all, once it is final. */
  cost: MicrosSchema,
  image: StoredImageSchema.nullable(),
  texts: ItemTextsSchema.nullable().default(null),
  expiresAt: TimestampSchema,
});
export type ItemRecord = z.infer<typeof ItemRecordSchema>;

/**
 * batches/{id}/marks/{shard} note what became of some of the items, histories/{tool}~{owner}/marks/{batchId} that
 * something happened to a batch as a whole. The newest mark of a person and tool tells a poll whether anything is new.
 */
export const MarkSchema = z.object({
  owner: z.string(),
  tool: ToolNameSchema,
  batchId: z.string(),
  changedAt: TimestampSchema,
  expiresAt: TimestampSchema,
  items: ItemViewsSchema.default({}),
});
