import { createHash } from 'node:crypto';
import { makeZipName } from '@portal/contracts/batches';
import type { Batch } from '../batches/batch-store.ts';
import type { DescribedBatch } from '../batches/describe-batch.ts';
import { tagOf } from '../batches/media-names.ts';
import type { Tool } from '../batches/tool.ts';
import type { Deps } from '../deps.ts';
import type { ZipEntry } from './write-zip.ts';

const HALF_HOUR_MS = 30 * 60 * 1000;

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
