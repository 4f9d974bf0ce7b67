import { z } from 'zod';
import {
  ArchiveSchema,
  BatchFactsSchema,
  BatchNameSchema,
  BatchParamsSchema,
  BatchStartedSchema,
  ItemParamsSchema,
  RetryBodySchema,
} from './batches.ts';
import { defineCall, defineFileCall } from './call.ts';
import { GenerationRequestSchema, ModelSchema, ProviderSchema } from './generation-request.ts';

export const GenerationBatchSchema = BatchFactsSchema.extend({
  customName: z.string(),
  prompt: z.string(),
  requestedCount: z.number().int(),
  completedCount: z.number().int(),
  provider: ProviderSchema,
  model: ModelSchema,
  quality: z.string().optional(),
  background: z.string().optional(),
  aspectRatio: z.string().optional(),
  outputFormat: z.string().optional(),
  personGeneration: z.string().optional(),
  version: z.string().optional(),
  stylePreset: z.string().optional(),
  negativePrompt: z.string().optional(),
  cfgScale: z.number().optional(),
  seed: z.number().optional(),
  /** Addresses of the images made so far, each ending in `/{index of the item}`. */
  generatedImages: z.array(z.string()),
  thumbnailUrl: z.string().nullable(),
  /** A ZIP of the whole batch at the media service; lives at most an hour, and not every account may have one. */
  folderLink: z.url().nullable(),
});
export type GenerationBatch = z.infer<typeof GenerationBatchSchema>;

export const BatchImageSchema = z.object({
  index: z.number().int(),
  fileName: z.string(),
  webUrl: z.string(),
  thumbnailUrl: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
});
export type BatchImage = z.infer<typeof BatchImageSchema>;

/** What the google family may still make today. */
export const GeminiStatsSchema = z.object({
  date: z.iso.date(),
  limit: z.number().int(),
  used: z.number().int(),
  remaining: z.number().int(),
  limitReached: z.boolean(),
  resetsAt: z.iso.datetime(),
});
export type GeminiStats = z.infer<typeof GeminiStatsSchema>;

const ChangedSchema = z.object({ success: z.literal(true), batch: GenerationBatchSchema });

export const generateImages = defineCall({
  method: 'POST',
  path: '/api/image-generator/generate',
  summary: 'Starts a batch. The same Idempotency-Key from the same person gives the same batch.',
  audience: 'staff',
  body: GenerationRequestSchema,
  answer: BatchStartedSchema,
  status: 202,
  failures: [409],
});

export const listGenerationBatches = defineCall({
  method: 'GET',
  path: '/api/image-generator/batches',
  summary: "The caller's batches, newest first; 304 when nothing has changed since the ETag that was sent.",
  audience: 'staff',
  answer: z.object({ batches: z.array(GenerationBatchSchema) }),
});

export const clearGenerationBatches = defineCall({
  method: 'DELETE',
  path: '/api/image-generator/batches',
  summary: "Deletes all of the caller's batches and their files.",
  audience: 'staff',
  answer: z.undefined(),
  status: 204,
});

export const cancelGenerationBatch = defineCall({
  method: 'POST',
  path: '/api/image-generator/batches/{id}/cancel',
  summary: 'Stops what has not begun; images that are made or being made stay.',
  audience: 'staff',
  params: BatchParamsSchema,
  answer: ChangedSchema,
  failures: [404],
});

export const retryGenerationBatch = defineCall({
  method: 'POST',
  path: '/api/image-generator/batches/{id}/retry',
  summary: 'Has the images that failed made in a new batch.',
  audience: 'staff',
  params: BatchParamsSchema,
  body: RetryBodySchema,
  answer: BatchStartedSchema,
  status: 202,
  failures: [404, 409],
});

export const renameGenerationBatch = defineCall({
  method: 'PATCH',
  path: '/api/image-generator/batches/{id}/name',
  summary: 'Renames a batch.',
  audience: 'staff',
  params: BatchParamsSchema,
  body: z.object({ name: BatchNameSchema }),
  answer: ChangedSchema,
  failures: [404],
});

export const deleteGenerationBatch = defineCall({
  method: 'DELETE',
  path: '/api/image-generator/batches/{id}',
  summary: 'Deletes a batch and its files.',
  audience: 'staff',
  params: BatchParamsSchema,
  answer: z.undefined(),
  status: 204,
  failures: [404],
});

export const listBatchImages = defineCall({
  method: 'GET',
  path: '/api/image-generator/batches/{id}/images',
  summary: 'The images of a batch that are made.',
  audience: 'staff',
  params: BatchParamsSchema,
  answer: z.object({ images: z.array(BatchImageSchema) }),
  failures: [404],
});

export const getGeminiStats = defineCall({
  method: 'GET',
  path: '/api/image-generator/gemini-stats',
  summary: "The google family's allowance of today.",
  audience: 'staff',
  answer: z.object({ stats: GeminiStatsSchema }),
});

export const downloadGenerationBatch = defineFileCall({
  path: '/api/image-generator/batch/{id}/download',
  summary: 'All images of a batch as a ZIP; of a large one 202 while it is built, then where it lies.',
  audience: 'staff',
  params: BatchParamsSchema,
  produces: 'application/zip',
  instead: ArchiveSchema,
  failures: [404],
});

export const getBatchImage = defineFileCall({
  path: '/api/image-generator/batches/{id}/images/{index}',
  summary: 'One image, as it was made.',
  audience: 'staff',
  params: ItemParamsSchema,
  produces: 'image/*',
  failures: [404],
});

export const getBatchThumbnail = defineFileCall({
  path: '/api/image-generator/batches/{id}/images/{index}/thumbnail',
  summary: 'One image, small.',
  audience: 'staff',
  params: ItemParamsSchema,
  produces: 'image/webp',
  failures: [404],
});
