/**
 * providerBatches/{our id}: items that a provider makes within 24 hours for half the price. See docs/decisions/006.
 *
 * States: creating -> running -> collecting -> ended
 *   creating    its items are submitted and their maximum cost is reserved; the provider may have been asked to create it.
 *               Whoever finds it so first asks the provider for a batch with our id
 *   running     the provider has it
 *   collecting  the provider has finished; its results are stored one after the other
 *   ended       none of its items is submitted any more
 *
 * creating -> ended, if it was certainly not created.
 */
import { ToolNameSchema } from '@portal/contracts/batches';
import { HalfPriceProviderSchema } from '@portal/contracts/half-price';
import { z } from 'zod';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

export const ProviderBatchRecordSchema = z.object({
  batchId: z.string(),
  tool: ToolNameSchema,
  provider: HalfPriceProviderSchema,
  /** Fingerprint of the key whose account it belongs to. */
  key: z.string(),
  state: z.enum(['creating', 'running', 'collecting', 'ended']),
  /** Of its items. */
  indexes: z.array(z.number()),
  /** The provider's. */
  name: z.string().nullable(),
  /** How it ended at the provider. */
  outcome: z.enum(['completed', 'expired', 'cancelled', 'failed']).nullable(),
  /** Lines that were made, but have no results. */
  lost: z.number(),
  /** How many without a result the next look leaves out at first: none of the last look's could be stored. */
  skip: z.number().default(0),
  /** When its creation began. */
  createdAt: TimestampSchema,
  /** The same until it has ended, for queries. */
  openSince: TimestampSchema.nullable(),
  /** When the schedule looks after it. Null once it has ended. */
  dueAt: TimestampSchema.nullable(),
  /** Holder of the lease, and its end. */
  worker: z.string().nullable(),
  leasedUntil: TimestampSchema,
  /** A day after its batch: the nightly cleanup must leave it until the provider has ended it, and its items are settled. */
  expiresAt: TimestampSchema,
});
export type ProviderBatchRecord = z.infer<typeof ProviderBatchRecordSchema>;

/** How often the schedule looks after one. */
export const FOLLOW_MS = 5 * 60 * 1000;

const HOUR_MS = 60 * 60 * 1000;

/** After this time the provider has finished or given up, and no result can be fetched: 24 hours at OpenAI, 48 at Google. */
export const GIVE_UP_MS = { openai: 26 * HOUR_MS, google: 50 * HOUR_MS } as const;
/** How long after its batch expired the provider may still work on it. Ends well before this record expires. */
export const MAX_OVERDUE_MS = 12 * HOUR_MS;
/** An item that could not be sent for so long fails. */
export const MAX_UNSENT_MS = 24 * HOUR_MS;
/** Later than providers promise. */
export const STUCK_MS = 26 * HOUR_MS;
