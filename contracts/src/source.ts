/** Pictures of earlier batches, from which the server starts a new batch without an upload. */
import { z } from 'zod';
import { BatchIdSchema } from './ids.ts';

/** Source batches of one new batch. Each costs a read. */
export const MAX_SOURCE_BATCHES = 100;
/** A worker holds the whole file in memory. Uploads have lower limits; see uploads.ts. */
export const MAX_SOURCE_BYTES = 200 * 1024 * 1024;

/** An `original` is what an item was made from, a `result` the image that was made. */
export const PictureKindSchema = z.enum(['original', 'result']);

/** A picture of one of the caller's batches. */
export const SourceSchema = z.object({
  batchId: BatchIdSchema,
  index: z.number().int().min(0).max(9999),
  kind: PictureKindSchema,
});
export type Source = z.infer<typeof SourceSchema>;
