import { z } from 'zod';
import { defineBatchCalls, defineImageCalls, defineOriginalCalls, defineRenameCall } from './batch-calls.ts';
import { BatchFactsSchema, BatchNameSchema, BatchParamsSchema } from './batches.ts';
import { defineCall, defineFileCall, defineUploadCall } from './call.ts';
import { HALF_PRICE_OPTION } from './half-price.ts';
import { PictureProviderSchema } from './studio-settings.ts';
import { UPLOAD_RULES } from './uploads.ts';

export const PresetSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** URLs of small, public pictures that show the style. */
  sampleImages: z.array(z.string()).min(1),
  /** Shown to the person before use. */
  note: z.string().optional(),
  /** Approximate dollars per image. */
  price: z.number(),
  /** Makes the pictures. Those of Google count as images of the google family, whose number is limited by day. */
  provider: PictureProviderSchema,
});
export type Preset = z.infer<typeof PresetSchema>;

export const StylizerOptionsSchema = z.object({
  preset: z.string('Choose a preset.').min(1, 'Choose a preset.').max(64),
  batchName: BatchNameSchema.optional(),
});

export const StylizerResultSchema = z.object({
  index: z.number().int(),
  status: z.enum(['pending', 'processing', 'completed', 'failed', 'cancelled']),
  fileName: z.string(),
  originalImageUrl: z.string(),
  originalThumbnailUrl: z.string(),
  styledImageUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
});
export type StylizerResult = z.infer<typeof StylizerResultSchema>;

export const StylizerBatchSchema = BatchFactsSchema.extend({
  name: z.string(),
  preset: z.string(),
  /** Of items that have ended, 0 to 100. */
  progress: z.number().int().optional(),
  /** The names of the files, by index. */
  images: z.array(z.string()),
  completedCount: z.number().int(),
  /** By index, of all items. */
  results: z.array(StylizerResultSchema),
  originalImageUrl: z.string().nullable(),
  styledImageUrl: z.string().nullable(),
  folderLink: z.url().nullable(),
});
export type StylizerBatch = z.infer<typeof StylizerBatchSchema>;

const ADDRESSES = {
  base: '/api/stylizer',
  batchPath: '/api/stylizer/batch/{id}',
  download: '/api/stylizer/batch/{id}/download',
  batch: StylizerBatchSchema,
} as const;

export const stylizerCalls = { ...defineBatchCalls(ADDRESSES), ...defineImageCalls(ADDRESSES) };
export const stylizerOriginals = defineOriginalCalls(ADDRESSES);
export const renameStylizerBatch = defineRenameCall(ADDRESSES);

export const transformImages = defineUploadCall({
  path: '/api/stylizer/transform',
  summary: 'Starts a batch of pictures to restyle.',
  options: StylizerOptionsSchema.extend(HALF_PRICE_OPTION),
  rules: UPLOAD_RULES.stylizer,
});

export const listPresets = defineCall({
  method: 'GET',
  path: '/api/stylizer/presets',
  summary: 'The available styles.',
  audience: 'staff',
  response: z.object({ presets: z.array(PresetSchema) }),
});

export const getOriginalImage = defineFileCall({
  path: '/api/stylizer/batch/{id}/original',
  summary: "The batch's first uploaded picture.",
  audience: 'staff',
  params: BatchParamsSchema,
  produces: 'image/*',
  failures: [404],
});

export const getStyledImage = defineFileCall({
  path: '/api/stylizer/batch/{id}/styled',
  summary: "The batch's first restyled picture.",
  audience: 'staff',
  params: BatchParamsSchema,
  produces: 'image/*',
  failures: [404],
});
