import type { BatchImage, ImageCalls, OriginalCalls } from '@portal/contracts/batch-calls';
import type { FileCall } from '@portal/contracts/call';
import type { Batch } from '../store/batch-store.ts';
import type { DescribedBatch } from '../store/describe-batch.ts';
import { nameImageFile } from '../store/media-names.ts';
import type { Tool } from '../tool.ts';

const addressOf = ({ path }: FileCall, batchId: string, index: number): string =>
  path.replace('{id}', batchId).replace('{index}', String(index));

export const imageAddresses = (
  calls: Pick<ImageCalls, 'image' | 'thumbnail'>,
  id: string,
  index: number,
) => ({
  webUrl: addressOf(calls.image, id, index),
  thumbnailUrl: addressOf(calls.thumbnail, id, index),
});

export const originalAddresses = (calls: OriginalCalls, id: string, index: number) => ({
  originalUrl: addressOf(calls.original, id, index),
  originalThumbnailUrl: addressOf(calls.originalThumbnail, id, index),
});

export const describeImages = (
  { images: made }: Pick<Tool, 'images'>,
  calls: ImageCalls,
  batch: Batch,
  { images, checks }: DescribedBatch,
): BatchImage[] =>
  images.map(({ index, image: { width, height, bytes, format, placeholder } }) => ({
    index,
    fileName: nameImageFile(batch, index, format, made?.fileSuffix),
    ...imageAddresses(calls, batch.id, index),
    width,
    height,
    bytes,
    ...(placeholder !== undefined && { placeholder }),
    checks: checks.get(index),
  }));
