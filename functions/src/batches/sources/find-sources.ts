/** What a request to send pictures may name: finished pictures of the caller's own batches. */
import { randomUUID } from 'node:crypto';
import { MAX_SOURCE_BATCHES, MAX_SOURCE_BYTES, type Source } from '@portal/contracts/source';
import { MAX_PIXELS } from '@portal/contracts/uploads';
import type { Deps } from '../deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import type { StoredFile } from '../../platform/files/list-files.ts';
import { makeRuleError } from '../../pictures/uploads/check-uploads.ts';
import { readUploads } from '../../pictures/uploads/upload-store.ts';
import type { BatchFile, BatchUploads, ItemViews } from '../store/batch-record.ts';
import {
  batchNotFound,
  batchReference,
  isOwn,
  OPEN_STATES,
  parseBatch,
  type Batch,
} from '../store/batch-store.ts';
import { nameImageFile } from '../store/media-names.ts';
import { titleOf } from '../store/title-of.ts';
import { readItemViews } from '../store/progress-store.ts';
import type { Tool } from '../tool.ts';

/** By place in the request. */
type Chosen = ReadonlyMap<number, Source>;

interface FoundSources {
  /** By place in the request. */
  files: ReadonlyMap<number, BatchFile>;
  sources: NonNullable<BatchUploads['sources']>;
}

/**
 * One read per source batch, and up to ten more if it is running. Answers 404 for a batch that is not the caller's, and 400 for
 * a picture that does not exist.
 */
export async function findSources(deps: Deps, owner: string, chosen: Chosen): Promise<FoundSources> {
  assertUnique(chosen);
  const batches = await readSourceBatches(deps, owner, chosen);
  const files = new Map<number, BatchFile>();
  await forEachAtOnce(batches, async (batch) => {
    const own = [...chosen].filter(([, { batchId }]) => batchId === batch.id);
    const pictures = await readPictures(
      deps,
      batch,
      own.map(([, source]) => source),
    );
    for (const [place, source] of own) {
      const found = findPicture(deps, batch, source, pictures);
      if (typeof found === 'string') throw makeRuleError('bad-request', place, found);
      files.set(place, { id: randomUUID(), ...found });
    }
  });
  return {
    files,
    sources: Object.fromEntries(
      batches.map((batch) => [batch.id, { tool: batch.tool, name: titleOf(batch) }]),
    ),
  };
}

function assertUnique(chosen: Chosen): void {
  const seen = new Set<string>();
  for (const [place, { batchId, index, kind }] of chosen) {
    const key = `${batchId}/${index}/${kind}`;
    if (seen.has(key)) throw makeRuleError('bad-request', place, 'This picture is listed twice.');
    seen.add(key);
  }
}

async function readSourceBatches({ firestore }: Deps, owner: string, chosen: Chosen): Promise<Batch[]> {
  const ids = [...new Set([...chosen.values()].map(({ batchId }) => batchId))];
  if (ids.length > MAX_SOURCE_BATCHES) {
    throw new AppError('bad-request', `Select pictures from at most ${MAX_SOURCE_BATCHES} batches.`);
  }
  const found = await firestore.getAll(...ids.map((id) => batchReference(firestore, id)));
  return found.map((snapshot) => {
    const batch = parseBatch(snapshot);
    if (isOwn(batch, owner)) return batch;
    const place = [...chosen].find(([, { batchId }]) => batchId === snapshot.id)?.[0] ?? 0;
    throw makeRuleError('not-found', place, batchNotFound().message);
  });
}

/** What a batch has of the chosen pictures. */
interface Pictures {
  views: ItemViews;
  /** By file id. */
  originals: ReadonlyMap<string, StoredFile>;
}

async function readPictures(deps: Deps, batch: Batch, wanted: readonly Source[]): Promise<Pictures> {
  const { owner, uploads } = batch;
  const results = wanted.filter(({ kind }) => kind === 'result');
  const ids = wanted.flatMap(({ kind, index }) => (kind === 'original' && uploads?.files[index]) || []);
  return {
    views: results.length > 0 ? await readItemViews(deps.firestore, batch) : {},
    originals:
      uploads && ids.length > 0
        ? await readUploads(deps, owner, { folder: uploads.folder, files: ids })
        : new Map(),
  };
}

type FoundFile = Omit<BatchFile, 'id'>;

/** The file of the new batch, or why there is none. */
function findPicture(
  { findTool }: Deps,
  batch: Batch,
  source: Source,
  pictures: Pictures,
): FoundFile | string {
  if (batch.filesDeleted) return 'The files of this batch were deleted.';
  if (source.index >= batch.total) return `This batch has no picture ${source.index + 1}.`;
  if (batch.deletedItems?.includes(source.index)) return 'This picture was deleted.';
  return source.kind === 'result'
    ? findResult(batch, source, pictures, findTool(batch.tool))
    : findOriginal(batch, source, pictures);
}

function findResult(
  batch: Batch,
  { batchId, index, kind }: Source,
  { views }: Pictures,
  { images }: Tool,
): FoundFile | string {
  if (!images) return 'This batch has no images of its own. Send its originals.';
  const { state = 'queued', image } = views[index] ?? {};
  if (!image) {
    return OPEN_STATES.includes(state) ? 'This picture is not finished yet.' : 'This picture was not made.';
  }
  const { width, height, bytes, format, createdAt } = image;
  const date = createdAt ?? batch.createdAt.toDate().toISOString();
  const name = nameImageFile(batch, index, format, images.fileSuffix);
  return describeExcess({ width, height, bytes }) ?? { name, from: { batchId, index, kind, bytes, date } };
}

function findOriginal(
  { uploads }: Batch,
  { batchId, index, kind }: Source,
  { originals }: Pictures,
): FoundFile | string {
  const file = uploads?.files[index];
  if (!file) return 'This batch has no originals. Send its results.';
  const stored = originals.get(file.id);
  if (!stored) return file.from ? 'This picture is not copied yet.' : 'This file was deleted.';
  const date = file.from?.date ?? stored.timeCreated.toISOString();
  return { name: file.name, from: { batchId, index, kind, bytes: stored.size, date } };
}

function describeExcess(image: { width: number; height: number; bytes: number }): string | undefined {
  const megapixels = Math.ceil((image.width * image.height) / 1_000_000);
  if (image.width * image.height > MAX_PIXELS) {
    return `This picture has ${megapixels} megapixels. The limit is ${MAX_PIXELS / 1_000_000}.`;
  }
  const megabytes = Math.ceil(image.bytes / 1024 ** 2);
  if (image.bytes > MAX_SOURCE_BYTES) {
    return `This picture has ${megabytes} MB. The limit is ${MAX_SOURCE_BYTES / 1024 ** 2}.`;
  }
  return undefined;
}
