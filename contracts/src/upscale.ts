import { z } from 'zod';
import { defineBatchCalls, defineImageCalls, defineOriginalCalls } from './batch-calls.ts';
import { BatchFactsSchema, BatchNameSchema } from './batches.ts';
import { defineUploadCall } from './call.ts';
import { UPLOAD_RULES } from './uploads.ts';

export const ScaleSchema = z.literal([2, 4]);
export type Scale = z.infer<typeof ScaleSchema>;

/** `fast` takes a quarter of the time and is slightly less exact. Both are networks of the on-device engine. */
export const UpscaleQualitySchema = z.enum(['best', 'fast']);
export type UpscaleQuality = z.infer<typeof UpscaleQualitySchema>;

export const UpscaleOptionsSchema = z.object({
  batchName: BatchNameSchema.optional(),
  scale: ScaleSchema.default(2),
  /** Adjusts levels, sharpens and reduces noise. */
  enhance: z.boolean().default(false),
  quality: UpscaleQualitySchema.default('best'),
});

/** The portal's own model, or the media service. */
export const UpscaleEngineSchema = z.enum(['on-device', 'cloudinary']);
export type UpscaleEngine = z.infer<typeof UpscaleEngineSchema>;

export const UpscaleResultSchema = z.object({
  index: z.number().int(),
  success: z.boolean(),
  originalFileName: z.string(),
  originalUrl: z.string(),
  /** Null if it failed. */
  enhancedUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  /** Of the enhanced image. */
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  bytes: z.number().int().optional(),
});
export type UpscaleResult = z.infer<typeof UpscaleResultSchema>;

export const UpscaleBatchSchema = BatchFactsSchema.extend({
  name: z.string(),
  scale: ScaleSchema,
  enhance: z.boolean(),
  quality: UpscaleQualitySchema,
  engine: UpscaleEngineSchema,
  totalImages: z.number().int(),
  processedImages: z.number().int(),
  /** Of items that have ended, by index. */
  results: z.array(UpscaleResultSchema),
  folderLink: z.url().nullable(),
});
export type UpscaleBatch = z.infer<typeof UpscaleBatchSchema>;

const ADDRESSES = {
  base: '/api/upscale',
  batchPath: '/api/upscale/batch/{id}',
  download: '/api/upscale/batches/{id}/download',
  batch: UpscaleBatchSchema,
} as const;

export const upscaleCalls = { ...defineBatchCalls(ADDRESSES), ...defineImageCalls(ADDRESSES) };
export const upscaleOriginals = defineOriginalCalls(ADDRESSES);

export const upscaleImages = defineUploadCall({
  path: '/api/upscale/multiple',
  summary: 'Starts a batch of pictures to upscale.',
  options: UpscaleOptionsSchema,
  rules: UPLOAD_RULES.upscale,
});
