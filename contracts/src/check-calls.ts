import { z } from 'zod';
import { BatchParamsSchema, BatchStartedSchema } from './batches.ts';
import { defineCall } from './call.ts';
import { CheckKindSchema, DismissedSchema } from './checks.ts';
import { HALF_PRICE_OPTION } from './half-price.ts';
import { SourceSchema } from './source.ts';
import { PictureProviderSchema } from './studio-settings.ts';

/** Pictures of one request. */
export const MAX_CHECKED_PICTURES = 300;

export const checkPictures = defineCall({
  method: 'POST',
  path: '/api/checks',
  summary:
    'Starts a batch that asks a model what an agency may refuse in these pictures. The same Idempotency-Key returns the same batch.',
  audience: 'staff',
  body: z.object({
    pictures: z
      .array(SourceSchema)
      .min(1, 'Select at least one picture.')
      .max(MAX_CHECKED_PICTURES, `Check at most ${MAX_CHECKED_PICTURES} pictures at a time.`),
    ...HALF_PRICE_OPTION,
  }),
  response: BatchStartedSchema,
  status: 202,
  failures: [404, 409],
});

export const getCheckPrice = defineCall({
  method: 'GET',
  path: '/api/checks/price',
  summary: 'The approximate cost of checking one picture.',
  audience: 'staff',
  /** Dollars. */
  response: z.object({ price: z.number(), provider: PictureProviderSchema }),
});

export const dismissCheck = defineCall({
  method: 'PATCH',
  path: '/api/batches/{id}/dismissals',
  summary: 'Says that a check of a picture is no problem, or takes that back.',
  audience: 'staff',
  params: BatchParamsSchema,
  body: z.object({
    index: z.number().int().min(0).max(9999),
    kind: CheckKindSchema,
    isDismissed: z.boolean(),
  }),
  response: z.object({ success: z.literal(true), dismissed: DismissedSchema }),
  failures: [404],
});
