/** The batches of everybody that are not done yet, for admins. */
import { z } from 'zod';
import { BatchParamsSchema, ToolNameSchema } from './batches.ts';
import { defineCall } from './call.ts';

export const MAX_RUNNING_BATCHES_LISTED = 100;

const RunningBatchSchema = z.object({
  id: z.string(),
  /** Null when the owner was revoked. */
  ownerEmail: z.string().nullable(),
  tool: ToolNameSchema,
  name: z.string(),
  /** Items that are final, whatever became of them. */
  done: z.number().int(),
  total: z.number().int(),
  /** Dollars so far. */
  cost: z.number(),
  /** Dollars, when it was started. */
  estimate: z.number(),
  createdAt: z.iso.datetime(),
  /** Calls that were out then may still finish. */
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
  summary: 'The batches of everybody that are running or waiting.',
  audience: 'admin',
  answer: RunningBatchesSchema,
});

export const cancelRunningBatch = defineCall({
  method: 'POST',
  path: '/api/admin/running-batches/{id}/cancel',
  summary: "Cancels anyone's batch; calls that are out may still finish.",
  audience: 'admin',
  params: BatchParamsSchema,
  answer: z.object({ success: z.literal(true) }),
  failures: [404],
});
