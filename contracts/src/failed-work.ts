/** Work that the portal could not finish, for admins. */
import { z } from 'zod';
import { ToolNameSchema } from './batches.ts';
import { defineCall } from './call.ts';
import { BatchIdSchema } from './ids.ts';

export const MAX_FAILED_WORK_LISTED = 50;

/**
 * - uncertain: calls with an unknown outcome; they may have been charged
 * - failed: items that failed through a fault of the portal
 * - not-stored: paid images that the media service keeps refusing
 * - not-delivered: items whose task keeps failing, or does not reach a worker
 * - not-deleted: a deleted batch whose files could not be removed
 * - archive: a ZIP that could not be built
 */
export const FailedWorkKindSchema = z.enum([
  'uncertain',
  'failed',
  'not-stored',
  'not-delivered',
  'not-deleted',
  'archive',
]);
export type FailedWorkKind = z.infer<typeof FailedWorkKindSchema>;

const FailedWorkSchema = z.object({
  id: z.string(),
  kind: FailedWorkKindSchema,
  batchId: z.string(),
  batchName: z.string(),
  tool: ToolNameSchema,
  /** Null if the owner was revoked. */
  ownerEmail: z.string().nullable(),
  /** When it was noticed. */
  at: z.iso.datetime(),
  /** Items that failed; null if it is not about single items. */
  items: z.number().int().nullable(),
  /** Distinct reasons of the items, as their owner sees them. */
  reasons: z.array(z.string()),
  /** Dollars that the items have cost, or may have cost; null if not known. */
  cost: z.number().nullable(),
  /** Dollars that trying again is expected to cost. */
  retryCost: z.number(),
});
export type FailedWork = z.infer<typeof FailedWorkSchema>;

const FailedWorkListSchema = z.object({
  /** The newest first. */
  entries: z.array(FailedWorkSchema).max(MAX_FAILED_WORK_LISTED),
  /** For the next page; null on the last one. */
  next: z.string().nullable(),
  /** On all pages. */
  total: z.number().int(),
});
export type FailedWorkList = z.infer<typeof FailedWorkListSchema>;

/** A batch id and a kind. */
const FailedWorkIdSchema = z
  .string()
  .max(100)
  .transform((id, context) => {
    const split = id.indexOf('~');
    const batchId = BatchIdSchema.safeParse(id.slice(0, Math.max(0, split)));
    const kind = FailedWorkKindSchema.safeParse(id.slice(split + 1));
    if (batchId.success && kind.success) return { batchId: batchId.data, kind: kind.data };
    context.addIssue('Invalid id.');
    return z.NEVER;
  });

export const listFailedWork = defineCall({
  method: 'GET',
  path: '/api/admin/failed-work',
  summary: 'Work that could not be finished, the newest first.',
  audience: 'admin',
  params: z.object({
    /** `next` of the page before. */
    after: z
      .string()
      .regex(/^\d{1,16}~[A-Za-z0-9_~-]{1,100}$/, 'Invalid cursor.')
      .optional(),
  }),
  response: FailedWorkListSchema,
});

export const retryFailedWork = defineCall({
  method: 'POST',
  path: '/api/admin/failed-work/{id}/retry',
  summary: 'Tries again. Idempotent. Failed and uncertain items are repeated in a new batch of the owner.',
  audience: 'admin',
  params: z.object({ id: FailedWorkIdSchema }),
  body: z.object({
    /** Required for uncertain items: the admin accepts that they may be charged twice. */
    acceptsSecondCharge: z.boolean().default(false),
  }),
  response: z.object({
    success: z.literal(true),
    /** The new batch, if there is one. */
    batchId: z.string().nullable(),
  }),
  failures: [404, 409],
});
