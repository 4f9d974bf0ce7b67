import { z } from 'zod';
import { defineBatchCalls, defineImageCalls, defineRenameCall } from './batch-calls.ts';
import { BatchFactsSchema, BatchStartedSchema } from './batches.ts';
import { defineCall } from './call.ts';
import {
  GenerationRequestSchema,
  ImageSizeSchema,
  ModelSchema,
  ProviderSchema,
} from './generation-request.ts';
import { HALF_PRICE_OPTION } from './half-price.ts';

export const GenerationBatchSchema = BatchFactsSchema.extend({
  customName: z.string(),
  prompt: z.string(),
  /**
   * By index of the item, if they differ. Never change: polls leave them out (`GET …/batches/changes`) unless the batch as a
   * whole has changed.
   */
  prompts: z.array(z.string()).optional(),
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
  /** Absent for the model's standard size. */
  size: ImageSizeSchema.optional(),
  /** URLs of the images so far, each ending in `/{index of the item}`. */
  generatedImages: z.array(z.string()),
  thumbnailUrl: z.string().nullable(),
  /** Link to the media service's ZIP of the batch. Valid for an hour at most; not every account offers one. */
  folderLink: z.url().nullable(),
});
export type GenerationBatch = z.infer<typeof GenerationBatchSchema>;

/** The prompt of one picture of a batch. */
export const findPrompt = <Prompt extends string | null>(
  { prompt, prompts }: { prompt: Prompt; prompts?: readonly string[] | undefined },
  index: number,
): Prompt | string => prompts?.[index] ?? prompt;

/** Today's allowance for Google's models. */
export const GeminiStatsSchema = z.object({
  date: z.iso.date(),
  limit: z.number().int(),
  used: z.number().int(),
  remaining: z.number().int(),
  limitReached: z.boolean(),
  resetsAt: z.iso.datetime(),
});
export type GeminiStats = z.infer<typeof GeminiStatsSchema>;

export const generateImages = defineCall({
  method: 'POST',
  path: '/api/image-generator/generate',
  summary: 'Starts a batch. The same Idempotency-Key from the same person returns the same batch.',
  audience: 'staff',
  body: GenerationRequestSchema.and(z.object(HALF_PRICE_OPTION)),
  response: BatchStartedSchema,
  status: 202,
  failures: [409],
});

const ADDRESSES = {
  base: '/api/image-generator',
  batchPath: '/api/image-generator/batches/{id}',
  download: '/api/image-generator/batch/{id}/download',
  batch: GenerationBatchSchema,
} as const;

export const generatorCalls = { ...defineBatchCalls(ADDRESSES), ...defineImageCalls(ADDRESSES) };
export const renameGenerationBatch = defineRenameCall(ADDRESSES);

export const getGeminiStats = defineCall({
  method: 'GET',
  path: '/api/image-generator/gemini-stats',
  summary: "The google family's allowance of today.",
  audience: 'staff',
  response: z.object({ stats: GeminiStatsSchema }),
});
