/** What this instance knows of a person's batches. Only saves reads: Firestore has everything. See docs/decisions/008. */
import type { ToolName } from '@portal/contracts/batches';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { estimateBytes } from '../../platform/estimate-bytes.ts';
import { readBatchesById, readBatchesOf, type Batch } from '../store/batch-store.ts';
import {
  FIRST_VERSION,
  readChanges,
  readLatestChange,
  readProgress,
  toVersion,
  type Change,
  type Progress,
  type Version,
} from '../store/progress-store.ts';

/** A change can become visible this long after a later one, so changes just before the last read are read again. */
const OVERLAP_MS = 5000;
/** Between reads with overlap. */
const OVERLAP_EVERY_MS = 10_000;
/** Changes beyond the known batches; from this many on, reading the whole history is cheaper. */
const MAX_CHANGES = 100;

export interface Entry {
  /** Of its latest change after `History.since`, or of the read that found it if it became visible late. */
  version: Version;
  /** Includes every change up to here; of the documents in `documents`, up to their versions. */
  knownTo: Version;
  /** By document id; of the batch as a whole under `BATCH`. */
  documents: ReadonlyMap<string, Version>;
  expiresAt: Timestamp;
  /** Undefined if it was deleted. */
  batch: Batch | undefined;
  /** Empty unless the batch is running. */
  progress: Progress;
  bytes: number;
}

export interface History {
  /** Includes every change up to here. */
  version: Version;
  /** All batches that changed later have an entry. */
  since: Version;
  /** All other batches have an entry too. */
  isComplete: boolean;
  /** Of batches without an entry, the caller knows every change up to here. */
  knownTo: Version;
  /** `changedAt` of the latest change. */
  newest: Timestamp;
  /** The last read of changes with overlap. */
  overlappedAt: Timestamp;
  entries: ReadonlyMap<string, Entry>;
}

export interface Owner {
  firestore: Firestore;
  /** Undefined: all tools. */
  tool: ToolName | undefined;
  owner: string;
}

/** An empty history, to which `readLater` adds what has changed after `since`, and what may have become visible after it. */
export function startHistory(since: Version): History {
  const time = toTimestamp(since);
  return {
    version: since,
    since,
    isComplete: false,
    knownTo: FIRST_VERSION,
    newest: addOverlap(time),
    overlappedAt: time,
    entries: new Map(),
  };
}

/** Costs one read. */
export async function startNow({ firestore, tool, owner }: Owner): Promise<History> {
  const { change, readAt } = await readLatestChange(firestore, tool, owner);
  return {
    ...startHistory(change?.version ?? FIRST_VERSION),
    knownTo: toVersion(readAt),
    newest: change?.changedAt ?? new Timestamp(0, 0),
    overlappedAt: readAt,
  };
}

/** All batches. May contain newer data than its version, never older. */
export async function readWhole(owner: Owner & { tool: ToolName }): Promise<History> {
  const { firestore } = owner;
  const history = await startNow(owner);
  const batches = await readBatchesOf(firestore, owner.tool, owner.owner);
  const entries = await Promise.all(
    batches.map(async (batch): Promise<[string, Entry]> => {
      const progress = batch.endedAt ? NO_PROGRESS : await readProgress(firestore, batch.id);
      const { knownTo } = history;
      const known = { version: FIRST_VERSION, knownTo, documents: NO_DOCUMENTS };
      return [batch.id, makeEntry({ ...known, expiresAt: batch.expiresAt, batch, progress })];
    }),
  );
  return { ...history, isComplete: true, entries: new Map(entries) };
}

const NO_PROGRESS: Progress = new Map();
const NO_DOCUMENTS: Entry['documents'] = new Map();
/** No progress document has this id. */
export const BATCH = 'batch';

/**
 * Adds what has changed, and all that has changed after `since`. Usually reads only documents with new changes; every few
 * seconds it also reads again those that a late change could precede. Undefined if too much has changed.
 */
export async function readLater(
  owner: Owner,
  known: History,
  since: Version = known.since,
): Promise<History | undefined> {
  const startsEarlier = since < known.since;
  const history = startsEarlier ? { ...known, since } : known;
  const from = findStart(history, startsEarlier);
  // A read with overlap may find each known batch again, which costs nothing more.
  const limit = MAX_CHANGES + known.entries.size;
  const found = await readChanges(owner.firestore, owner.tool, owner.owner, from, limit);
  if (!found) return undefined;
  const { changes, readAt } = found;
  const hasOverlap = from.toMillis() <= addOverlap(history.overlappedAt).toMillis();
  const later = findNew(history, changes, readAt);
  const entries = await addChanges(owner, history, later, readAt);
  return {
    ...history,
    version: findLatest(history.version, later),
    newest: changes.reduce(
      (newest, { changedAt }) => (newest < changedAt ? changedAt : newest),
      history.newest,
    ),
    overlappedAt: hasOverlap ? readAt : history.overlappedAt,
    entries: new Map([...entries].filter(([, { expiresAt }]) => expiresAt.toMillis() > Date.now())),
  };
}

interface FoundChange extends Change {
  isNew: boolean;
}

/**
 * Without those that were known before `since`. A change that became visible after a later one gets the version of this read:
 * whoever knows the history's version does not know it.
 */
function findNew(
  { entries, knownTo, since, version }: History,
  changes: readonly Change[],
  readAt: Timestamp,
): FoundChange[] {
  return changes.flatMap((change): FoundChange[] => {
    const entry = entries.get(change.batchId);
    const known = entry?.documents.get(change.progress?.id ?? BATCH) ?? entry?.knownTo ?? knownTo;
    const isNew = change.version > known;
    if (isNew && change.version <= version) return [{ ...change, isNew, version: toVersion(readAt) }];
    return isNew || change.version > since ? [{ ...change, isNew }] : [];
  });
}

function findStart({ newest, overlappedAt, since }: History, startsEarlier: boolean): Timestamp {
  const overlapStart = addOverlap(overlappedAt);
  if (startsEarlier) return earlier(addOverlap(toTimestamp(since)), overlapStart);
  const isDue = Date.now() - overlappedAt.toMillis() >= OVERLAP_EVERY_MS;
  return isDue || newest < overlapStart ? overlapStart : newest;
}

/** Reads only what the changes themselves do not say. */
async function addChanges(
  { firestore }: Owner,
  history: History,
  changes: readonly FoundChange[],
  readAt: Timestamp,
): Promise<Map<string, Entry>> {
  const entries = new Map(history.entries);
  const stale = new Map<string, Omit<Entry, 'bytes'>>();
  for (const [id, own] of Map.groupBy(changes, ({ batchId }) => batchId)) {
    const known = entries.get(id);
    const progress = new Map(known?.progress);
    const documents = new Map(known?.documents);
    for (const change of own.filter(({ isNew }) => isNew)) {
      documents.set(change.progress?.id ?? BATCH, change.version);
      if (change.progress) progress.set(change.progress.id, change.progress.items);
    }
    const entry = {
      version: findLatest(known?.version ?? FIRST_VERSION, own),
      knownTo: known?.knownTo ?? history.knownTo,
      documents,
      expiresAt: known?.expiresAt ?? own[0]?.expiresAt ?? new Timestamp(0, 0),
      batch: known?.batch,
      progress,
    };
    if (!known || own.some(({ isNew, progress: ofItems }) => isNew && !ofItems)) stale.set(id, entry);
    else entries.set(id, makeEntry(entry));
  }
  const read = await readBatchesById(firestore, [...stale.keys()]);
  const batches = new Map(read.map((batch) => [batch.id, batch]));
  await Promise.all(
    [...stale].map(async ([id, entry]) => {
      const batch = batches.get(id);
      const now = { ...entry, batch, expiresAt: batch?.expiresAt ?? entry.expiresAt };
      const isUnknown = batch && !batch.endedAt && !entry.batch;
      const whole = isUnknown && {
        progress: await readProgress(firestore, id),
        knownTo: toVersion(readAt),
        documents: NO_DOCUMENTS,
      };
      entries.set(id, makeEntry({ ...now, ...whole }));
    }),
  );
  return entries;
}

function makeEntry(entry: Omit<Entry, 'bytes'>): Entry {
  const { batch, documents } = entry;
  const progress = batch && !batch.endedAt ? entry.progress : NO_PROGRESS;
  const bytes = estimateBytes(batch) + estimateBytes(progress) + documents.size * DOCUMENT_BYTES;
  return { ...entry, progress, bytes };
}

/** An empty history takes this much for its other objects. */
const HISTORY_BYTES = 1000;
const ENTRY_BYTES = 300;
const DOCUMENT_BYTES = 100;

export const measureHistory = ({ entries }: History): number =>
  [...entries.values()].reduce((sum, { bytes }) => sum + bytes + ENTRY_BYTES, HISTORY_BYTES);

const findLatest = (version: Version, changes: readonly Pick<Change, 'version'>[]): Version =>
  changes.reduce((latest, change) => (latest < change.version ? change.version : latest), version);

const earlier = (one: Timestamp, other: Timestamp): Timestamp => (one < other ? one : other);

const addOverlap = (time: Timestamp): Timestamp =>
  Timestamp.fromMillis(Math.max(time.toMillis() - OVERLAP_MS, 0));

function toTimestamp(version: Version): Timestamp {
  const [seconds = 0, nanoseconds = 0] = version.split('.').map(Number);
  return new Timestamp(seconds, nanoseconds);
}
