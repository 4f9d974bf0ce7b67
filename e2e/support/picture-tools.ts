/** What the image-to-image tools share, so that tests can run with both. */
import {
  BatchImageSchema,
  type BatchCalls,
  type BatchImage,
  type ImageCalls,
} from '@portal/contracts/batch-calls';
import type { BatchFacts } from '@portal/contracts/batches';
import { StylizerBatchSchema, stylizerCalls } from '@portal/contracts/stylizer';
import { UPLOAD_RULES, type UploadRules } from '@portal/contracts/uploads';
import { UpscaleBatchSchema, upscaleCalls } from '@portal/contracts/upscale';
import { z } from 'zod';
import type { Account } from './accounts.ts';
import { callApi } from './api.ts';
import { watchBatches } from './batches.ts';
import { startByForm, type NamedPicture, type UploadAddress } from './send-pictures.ts';

export interface PictureBatch extends BatchFacts {
  name: string;
  done: number;
  /** URLs of originals; the upscaler has them once an item has ended. */
  fileNames: readonly string[];
  folderLink: string | null;
}

export interface PictureTool extends ReturnType<typeof watchBatches<PictureBatch>> {
  name: 'upscale' | 'stylizer';
  calls: BatchCalls & ImageCalls;
  /** The call that starts a batch, and its fields. */
  startPath: UploadAddress;
  fields: Readonly<Record<string, string>>;
  rules: UploadRules;
  /** The content type of its images, and of its ZIPs. */
  suffix: string;
  zipSuffix: string;
}

export const upscaler: PictureTool = {
  name: 'upscale',
  calls: upscaleCalls,
  startPath: '/api/upscale/multiple',
  fields: {},
  rules: UPLOAD_RULES.upscale,
  suffix: '_upscaled',
  zipSuffix: '_upscaled_images.zip',
  ...watchBatches<PictureBatch>(
    upscaleCalls.list.path,
    UpscaleBatchSchema.transform(({ processedImages, results, ...batch }) => ({
      ...batch,
      done: processedImages,
      fileNames: results.map(({ originalFileName }) => originalFileName),
    })),
  ),
};

export const stylizer: PictureTool = {
  name: 'stylizer',
  calls: stylizerCalls,
  startPath: '/api/stylizer/transform',
  fields: { preset: 'pixel' },
  rules: UPLOAD_RULES.stylizer,
  suffix: '_stylized',
  zipSuffix: '_stylized.zip',
  ...watchBatches<PictureBatch>(
    stylizerCalls.list.path,
    StylizerBatchSchema.transform(({ completedCount, images, ...batch }) => ({
      ...batch,
      done: completedCount,
      fileNames: images,
    })),
  ),
};

export const pictureTools = [upscaler, stylizer];

/** URLs of a batch and of one of its images. */
export const addressOf = ({ path }: { path: string }, id: string, index = 0): string =>
  path.replace('{id}', id).replace('{index}', String(index));

export const originalOf = ({ calls }: PictureTool, id: string, index = 0): string =>
  addressOf(calls.image, id, index).replace('/images/', '/originals/');

export const startWith = (
  tool: PictureTool,
  as: Account,
  pictures: readonly NamedPicture[],
  fields: Readonly<Record<string, string>> = {},
): Promise<string> => startByForm(as, tool.startPath, pictures, { ...tool.fields, ...fields });

const ImagesSchema = z.strictObject({ images: z.array(z.strictObject(BatchImageSchema.shape)) });

export async function listImages({ calls }: PictureTool, as: Account, id: string): Promise<BatchImage[]> {
  return ImagesSchema.parse((await callApi('GET', addressOf(calls.images, id), { as })).body).images;
}
