/** What this instance read last, and the ETags of its versions: a poll reads only what has changed since. */
import { createHash } from 'node:crypto';
import { ByteCache } from '../../platform/byte-cache.ts';
import { RETENTION_MS, type Batch } from '../store/batch-store.ts';
import { describeBatch, type DescribedBatch } from '../store/describe-batch.ts';
import { parseItemViews } from '../store/item-views.ts';
import { mergeProgress, type Version } from '../store/progress-store.ts';
import {
  BATCH,
  measureHistory,
  readLater,
  startHistory,
  type Entry,
  type History,
  type Owner,
} from './history.ts';

/** An instance also decodes pictures; 100 batches of 100 images take 2.5 MB. */
const MAX_CACHED_BYTES = 16 * 1024 ** 2;
const MAX_CLOCK_SKEW_MS = 60_000;

export interface ListedBatch extends DescribedBatch {
  batch: Batch;
}

const histories = new ByteCache<History>(MAX_CACHED_BYTES);

const keyOf = ({ tool, owner }: Owner): string => `${tool ?? ''}~${owner}`;

export function keep(caller: Owner, history: History): History {
  histories.set(keyOf(caller), history, measureHistory(history));
  return history;
}

/**
 * What this instance knows, with what has changed since; with `since`, at least all that has changed after it. Undefined if
 * it knows nothing, or too much has changed.
 */
export async function refresh(caller: Owner, since?: Version): Promise<History | undefined> {
  const cached = histories.get(keyOf(caller)) ?? (since === undefined ? undefined : startHistory(since));
  const history = cached && (await readLater(caller, cached, since));
  return history && keep(caller, history);
}

export function describeEntry({ batch, progress }: Entry): ListedBatch[] {
  if (!batch || batch.expiresAt.toMillis() <= Date.now()) return [];
  return [
    { batch, ...describeBatch(batch, batch.endedAt ? parseItemViews(batch.items) : mergeProgress(progress)) },
  ];
}

/** Of one answer: those of the newest batches, which are on screen first. They hardly compress. */
const MAX_PLACEHOLDERS = 500;

/** Of batches by age, newest first. */
export function limitPlaceholders(batches: readonly ListedBatch[]): ListedBatch[] {
  let left = MAX_PLACEHOLDERS;
  return batches.map((listed) => {
    const { placeholders, ...facts } = listed.facts;
    if (!placeholders) return listed;
    left -= Object.keys(placeholders).length;
    return left >= 0 ? listed : { ...listed, facts };
  });
}

/** What has changed later than `from`. */
export function findChanged(
  { entries }: History,
  from: Version,
): { changed: ListedBatch[]; removed: string[] } {
  const changes = [...entries].filter(([, entry]) => entry.version > from);
  return {
    changed: changes.flatMap(([, entry]) =>
      describeEntry(entry).map((listed) => ({ ...listed, isProgress: !hasChangedAsWhole(entry, from) })),
    ),
    removed: changes.filter(([, { batch }]) => !batch).map(([id]) => id),
  };
}

/** True, too, if that is unknown: a caller who has seen all changes up to `from` may not know the batch. */
const hasChangedAsWhole = ({ documents, knownTo }: Entry, from: Version): boolean =>
  (documents.get(BATCH) ?? knownTo) > from;

/** Names the person and tool: nobody's changes are added to the list of somebody else. */
export const makeTag = (caller: Owner, version: Version): string =>
  `${version}-${createHash('sha256').update(keyOf(caller)).digest('hex').slice(0, 16)}`;

/** A tag can be newer than the history: it may name the time of a read. */
export const isKnown = (caller: Owner, tag: string | undefined, version: Version): boolean =>
  tag === makeTag(caller, version) || (parseTag(caller, tag) ?? '') >= version;

/** Undefined for another person's tag, and for one from which not all changes can be known. */
export function parseTag(caller: Owner, tag: string | undefined): Version | undefined {
  const [version = ''] = tag?.split('-') ?? [];
  if (!/^\d{12}\.\d{9}$/.test(version) || tag !== makeTag(caller, version)) return undefined;
  const age = Date.now() - Number(version) * 1000;
  return age < RETENTION_MS && age > -MAX_CLOCK_SKEW_MS ? version : undefined;
}
