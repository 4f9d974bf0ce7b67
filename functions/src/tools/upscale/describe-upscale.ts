import { upscaleCalls, upscaleOriginals, type UpscaleBatch } from '@portal/contracts/upscale';
import { makeFolderLink } from '../../batches/archive/list-contents.ts';
import type { Batch } from '../../batches/store/batch-store.ts';
import type { DescribedBatch } from '../../batches/store/describe-batch.ts';
import { imageAddresses, originalAddresses } from '../../batches/api/describe-images.ts';
import type { Deps } from '../../batches/deps.ts';
import { UpscaleSettingsSchema, upscaleTool } from './upscale-tool.ts';

export function describeUpscale(deps: Deps, batch: Batch, described: DescribedBatch): UpscaleBatch {
  const { facts, images, doneCount } = described;
  const made = new Map(images.map(({ index, image }) => [index, image]));
  const ended = [...made.keys(), ...facts.failures.map(({ index }) => index)].toSorted((a, b) => a - b);
  return {
    ...facts,
    ...UpscaleSettingsSchema.parse(batch.settings),
    name: batch.name,
    totalImages: batch.total,
    processedImages: doneCount,
    results: ended.map((index) => {
      const image = made.get(index);
      const addresses = imageAddresses(upscaleCalls, batch.id, index);
      return {
        index,
        success: image !== undefined,
        originalFileName: batch.uploads?.files[index]?.name ?? '',
        originalUrl: originalAddresses(upscaleOriginals, batch.id, index).originalUrl,
        enhancedUrl: image ? addresses.webUrl : null,
        thumbnailUrl: image ? addresses.thumbnailUrl : null,
        ...(image && { width: image.width, height: image.height, bytes: image.bytes }),
      };
    }),
    folderLink: makeFolderLink(deps, upscaleTool, batch, described),
  };
}
