import { makeZipName } from '@portal/contracts/batches';
import { readItemViews, type Batch } from '../batches/batch-store.ts';
import { describeBatch, type DescribedBatch } from '../batches/describe-batch.ts';
import { tagOf } from '../batches/media-names.ts';
import type { Tool } from '../batches/tool.ts';
import type { Deps } from '../deps.ts';
import type { ArchiveContents } from './build-archive.ts';

const HALF_HOUR_MS = 30 * 60 * 1000;

export async function listContents(
  { firestore, media }: Deps,
  tool: Tool,
  batch: Batch,
): Promise<ArchiveContents> {
  const { images } = describeBatch(batch, await readItemViews(firestore, batch));
  return {
    fileName: makeZipName(batch.name, `${tool.zipSuffix}.zip`),
    entries: images.map(({ index, image }) => ({
      name: tool.nameFile(batch, index, image.format),
      bytes: image.bytes,
      open: async (signal) => (await media.open(image, 'full', signal)).body,
    })),
  };
}

/** The media service's own ZIP of a batch; none before all is made. */
export const makeFolderLink = (
  { media }: Deps,
  tool: Tool,
  batch: Batch,
  { facts, images }: DescribedBatch,
): string | null =>
  facts.status === 'completed' && images.length > 0
    ? media.makeArchiveLink({
        tag: tagOf(batch),
        name: makeZipName(batch.name, tool.zipSuffix),
        // Lives 30 to 60 minutes; a link that changed with every look would make every answer a new one.
        expiresAt: new Date((Math.floor(Date.now() / HALF_HOUR_MS) + 2) * HALF_HOUR_MS),
      })
    : null;
