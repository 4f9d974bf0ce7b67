import { createHash } from 'node:crypto';
import { makeZipName } from '@portal/contracts/batches';
import type { Batch } from '../store/batch-store.ts';
import type { DescribedBatch } from '../store/describe-batch.ts';
import { nameImageFile, tagOf } from '../store/media-names.ts';
import type { Tool, ZipEntry } from '../tool.ts';
import type { Deps } from '../../deps.ts';
import { findLinkExpiry } from './archive-link.ts';

/** What a batch's ZIP holds, and what it is called. */
export interface ArchiveContents {
  fileName: string;
  entries: readonly ZipEntry[];
  /** Another when anything in it would be: a batch still at work gets another ZIP when it has more. */
  digest: string;
}

export async function listContents(
  deps: Deps,
  tool: Tool,
  batch: Batch,
  naming: string | undefined,
): Promise<ArchiveContents> {
  const entries = await tool.listFiles(deps, batch, naming);
  const fileName = makeZipName(batch.name, `${tool.zipSuffix}.zip`);
  const facts = entries.map(({ name, bytes }) => `${name}/${bytes}`);
  const digest = createHash('sha256')
    .update([fileName, ...facts].join('\n'))
    .digest('hex')
    .slice(0, 40);
  return { fileName, entries, digest };
}

/**
 * The media service's own ZIP of a batch; none before all is made, and none where it would name a file otherwise than the
 * server's ZIP does: it keeps the names that the images were stored under, and a batch may have been renamed since.
 */
export const makeFolderLink = (
  { media }: Deps,
  tool: Tool,
  batch: Batch,
  { facts, images }: DescribedBatch,
): string | null =>
  facts.status === 'completed' && images.length > 0 && images.every((made) => isNamedAlike(batch, made))
    ? media.makeArchiveLink({
        tag: tagOf(batch),
        name: makeZipName(batch.name, tool.zipSuffix),
        expiresAt: findLinkExpiry(),
      })
    : null;

const isNamedAlike = (batch: Batch, { index, image }: DescribedBatch['images'][number]): boolean =>
  nameImageFile(batch, index, image.format) === `${image.archiveName}.${image.format}`;
