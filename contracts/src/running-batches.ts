/** All batches in progress, for admins. */
import { z } from 'zod';
import { BatchParamsSchema, ToolNameSchema } from './batches.ts';
import { defineCall } from './call.ts';

export const MAX_RUNNING_BATCHES_LISTED = 100;

const RunningBatchSchema = z.object({
  id: z.string(),
  /** Null if the owner was revoked. */
  ownerEmail: z.string().nullable(),
  tool: ToolNameSchema,
  name: z.string(),
  /** Items that have ended, with any outcome. */
  done: z.number().int(),
  total: z.number().int(),
  /** Dollars so far. */
  cost: z.number(),
  /** Dollars, when the batch was created. */
  estimate: z.number(),
  createdAt: z.iso.datetime(),
  /** Calls in progress may still finish. */
  cancelledAt: z.iso.datetime().nullable(),
});
export type RunningBatch = z.infer<typeof RunningBatchSchema>;

const RunningBatchesSchema = z.object({
  /** The newest first. */
  batches: z.array(RunningBatchSchema).max(MAX_RUNNING_BATCHES_LISTED),
  /** Whether there are more than are listed. */
  hasMore: z.boolean(),
});
export type RunningBatches = z.infer<typeof RunningBatchesSchema>;

export const listRunningBatches = defineCall({
  method: 'GET',
  path: '/api/admin/running-batches',
  summary: 'All batches that are running or waiting.',
  audience: 'admin',
  response: RunningBatchesSchema,
});

export const cancelRunningBatch = defineCall({
  method: 'POST',
  path: '/api/admin/running-batches/{id}/cancel',
  summary: 'Cancels any batch. Calls in progress may still finish.',
  audience: 'admin',
  params: BatchParamsSchema,
  response: z.object({ success: z.literal(true) }),
  failures: [404],
});
