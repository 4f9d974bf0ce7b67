import { createHash } from 'node:crypto';
import { makeZipName } from '@portal/contracts/batches';
import type { Batch } from '../store/batch-store.ts';
import type { DescribedBatch } from '../store/describe-batch.ts';
import { nameImageFile, tagOf } from '../store/media-names.ts';
import type { LateEntry, Tool, ZipEntry } from '../tool.ts';
import type { Deps } from '../deps.ts';
import type { ArchiveOutcome } from './archive-store.ts';
import { findLinkExpiry } from '../../platform/files/link-expiry.ts';

/** Content and name of a batch's ZIP. */
export interface ArchiveContents {
  fileName: string;
  entries: readonly (ZipEntry | LateEntry)[];
  /** Changes with the content: a running batch gets a new ZIP when it has more images. */
  digest: string;
  /** Of files that may be left out while the ZIP is written. Called afterwards. */
  findOutcome?: () => ArchiveOutcome & {
    /** Says how many are missing. */
    fileName: string;
  };
}

/** Its files are copied as they are, so their sizes are known. */
export interface CopiedContents extends ArchiveContents {
  entries: readonly ZipEntry[];
}

export async function listContents(
  deps: Deps,
  batch: Batch,
  naming: string | undefined,
): Promise<CopiedContents> {
  const tool = deps.findTool(batch.tool);
  const entries = await tool.listFiles(deps, batch, naming);
  const fileName = makeZipName(batch.name, `${tool.zipSuffix}.zip`);
  return { fileName, entries, digest: digestOf([fileName, ...entries.map(describeEntry)]) };
}

/** What tells two files of a ZIP apart. */
export const describeEntry = ({ name, bytes, texts }: ZipEntry): string =>
  [name, bytes, ...(texts ? [JSON.stringify(texts)] : [])].join('/');

export const digestOf = (facts: readonly string[]): string =>
  createHash('sha256').update(facts.join('\n')).digest('hex').slice(0, 40);

/**
 * Link to the media service's own ZIP. Null until the batch is complete, if a picture was deleted, whose file may still be
 * there, and if a file name would differ from the server's ZIP: the service keeps the names from the time of storing, and the batch may have been renamed. See docs/decisions/014.
 */
export const makeFolderLink = (
  { media }: Deps,
  tool: Tool,
  batch: Batch,
  { facts, images, deleted }: DescribedBatch,
): string | null =>
  facts.status === 'completed' &&
  deleted.size === 0 &&
  images.length > 0 &&
  images.every((made) => hasSameName(tool, batch, made))
    ? media.makeArchiveLink({
        tag: tagOf(batch),
        name: makeZipName(batch.name, tool.zipSuffix),
        expiresAt: findEarlier(findLinkExpiry(), batch.expiresAt.toDate()),
      })
    : null;

const findEarlier = (one: Date, other: Date): Date => (one < other ? one : other);

const hasSameName = (
  { images }: Tool,
  batch: Batch,
  { index, image }: DescribedBatch['images'][number],
): boolean =>
  nameImageFile(batch, index, image.format, images?.fileSuffix) === `${image.archiveName}.${image.format}`;
