import { makeZipName } from '@portal/contracts/batches';
import { GenerationRequestSchema } from '@portal/contracts/generation-request';
import type { BatchImage, GenerationBatch } from '@portal/contracts/image-generator';
import type { ArchiveContents } from '../archives/build-archive.ts';
import { readItemViews, type Batch } from '../batches/batch-store.ts';
import { describeBatch, type DescribedBatch } from '../batches/describe-batch.ts';
import { folderOf } from '../batches/media-names.ts';
import type { Deps } from '../deps.ts';

const HALF_HOUR_MS = 30 * 60 * 1000;

const imageUrl = (batchId: string, index: number) =>
  `/api/image-generator/batches/${batchId}/images/${index}`;

export function describeGeneration(
  { media }: Deps,
  batch: Batch,
  { facts, doneCount, images }: DescribedBatch,
): GenerationBatch {
  const { prompt, quantity: _, ...settings } = GenerationRequestSchema.parse(batch.settings);
  const first = images[0];
  return {
    ...settings,
    ...facts,
    customName: batch.name,
    prompt,
    requestedCount: batch.total,
    completedCount: doneCount,
    generatedImages: images.map(({ index }) => imageUrl(batch.id, index)),
    thumbnailUrl: first ? `${imageUrl(batch.id, first.index)}/thumbnail` : null,
    folderLink:
      facts.status === 'completed' && first
        ? media.makeArchiveLink({
            prefix: `${folderOf(batch)}/`,
            name: makeZipName(batch.name, '_images'),
            // Lives 30 to 60 minutes; a link that changed with every look would make every answer a new one.
            expiresAt: new Date((Math.floor(Date.now() / HALF_HOUR_MS) + 2) * HALF_HOUR_MS),
          })
        : null,
  };
}

export const describeImages = (batch: Batch, { images }: DescribedBatch): BatchImage[] =>
  images.map(({ index, image: { width, height, bytes, format } }) => ({
    index,
    fileName: nameImage(batch, index, format),
    webUrl: imageUrl(batch.id, index),
    thumbnailUrl: `${imageUrl(batch.id, index)}/thumbnail`,
    width,
    height,
    bytes,
  }));

/** As in `Red_fox_007.png`. */
const nameImage = (batch: Batch, index: number, format: string): string =>
  `${batch.name.replaceAll(/[^A-Za-z0-9]/g, '_')}_${String(index + 1).padStart(3, '0')}.${format}`;

export async function listArchiveContents(
  { firestore, media }: Deps,
  batch: Batch,
): Promise<ArchiveContents> {
  const { images } = describeBatch(batch, await readItemViews(firestore, batch));
  return {
    fileName: makeZipName(batch.name, '_images.zip'),
    entries: images.map(({ index, image }) => ({
      name: nameImage(batch, index, image.format),
      bytes: image.bytes,
      open: async (signal) => (await media.open(image, 'full', signal)).body,
    })),
  };
}
