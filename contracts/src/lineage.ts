/** Where the pictures of a batch came from, and where they were sent to. */
import { z } from 'zod';
import { BatchParamsSchema, ToolNameSchema } from './batches.ts';
import { defineCall } from './call.ts';
import { MAX_SOURCE_BATCHES, SourceSchema } from './source.ts';

/** The newest ones. */
export const MAX_SENT_TO_LISTED = 50;

const LinkedBatchSchema = z.object({
  batchId: z.string(),
  tool: ToolNameSchema,
  /** Its title (batch-title.ts). */
  name: z.string(),
  /** Each picture that was sent: the item of the newer batch, and its source in the older one. */
  pictures: z.array(z.object({ index: z.number().int(), from: SourceSchema.omit({ batchId: true }) })),
});

export const LineageSchema = z.object({
  /** `isGone`: deleted or expired. Its name is then that of the time when it was sent. */
  sources: z.array(LinkedBatchSchema.extend({ isGone: z.boolean() })).max(MAX_SOURCE_BATCHES),
  /** Newest first, without those that were deleted or have expired. */
  sentTo: z.array(LinkedBatchSchema).max(MAX_SENT_TO_LISTED),
  /** Whether there are older ones than listed. */
  hasMore: z.boolean(),
});
export type Lineage = z.infer<typeof LineageSchema>;

/** For batches of every tool. */
export const getLineage = defineCall({
  method: 'GET',
  path: '/api/batches/{id}/lineage',
  summary: "The caller's batches that a batch's pictures came from, and those that they were sent to.",
  audience: 'staff',
  params: BatchParamsSchema,
  response: LineageSchema,
  failures: [404],
});
