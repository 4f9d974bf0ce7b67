/** What this instance knows of a person's batches. Only saves reads: Firestore has everything. See docs/decisions/044. */
import type { ToolName } from '@portal/contracts/batches';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { estimateBytes } from '../../platform/estimate-bytes.ts';
import { readBatchesById, readBatchesOf, type Batch } from '../store/batch-store.ts';
import {
  FIRST_VERSION,
  readChanges,
  readLatestChange,
  readProgress,
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
  /** Of its latest change after `History.since`. */
  version: Version;
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

/** An empty history, to which `readLater` adds what has changed after `since`. */
export function startHistory(since: Version): History {
  const time = toTimestamp(since);
  return {
    version: since,
    since,
    isComplete: false,
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
      return [batch.id, makeEntry(FIRST_VERSION, batch.expiresAt, batch, progress)];
    }),
  );
  return { ...history, isComplete: true, entries: new Map(entries) };
}

const NO_PROGRESS: Progress = new Map();

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
  const entries = await addChanges(owner, history, changes);
  return {
    ...history,
    version: findLatest(history.version, changes),
    newest: changes.reduce(
      (newest, { changedAt }) => (newest < changedAt ? changedAt : newest),
      history.newest,
    ),
    overlappedAt: hasOverlap ? readAt : history.overlappedAt,
    entries: new Map([...entries].filter(([, { expiresAt }]) => expiresAt.toMillis() > Date.now())),
  };
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
  changes: readonly Change[],
): Promise<Map<string, Entry>> {
  const entries = new Map(history.entries);
  const stale = new Map<string, Entry>();
  const later = changes.filter(({ version }) => version > history.since);
  for (const [id, own] of Map.groupBy(later, ({ batchId }) => batchId)) {
    const known = entries.get(id);
    const isNew = ({ version }: Change) => !known || version > history.version;
    const progress = new Map(known?.progress);
    for (const change of own.filter(isNew)) {
      if (change.progress) progress.set(change.progress.id, change.progress.items);
    }
    const version = findLatest(known?.version ?? FIRST_VERSION, own);
    const expiresAt = known?.expiresAt ?? own[0]?.expiresAt ?? new Timestamp(0, 0);
    if (own.some((change) => isNew(change) && !change.progress) || !known) {
      stale.set(id, { version, expiresAt, batch: known?.batch, progress, bytes: 0 });
    } else {
      entries.set(id, makeEntry(version, expiresAt, known.batch, progress));
    }
  }
  const read = await readBatchesById(firestore, [...stale.keys()]);
  const batches = new Map(read.map((batch) => [batch.id, batch]));
  await Promise.all(
    [...stale].map(async ([id, { version, expiresAt, batch: before, progress }]) => {
      const batch = batches.get(id);
      const isUnknown = batch && !batch.endedAt && !before;
      const latest = isUnknown ? await readProgress(firestore, id) : progress;
      entries.set(id, makeEntry(version, batch?.expiresAt ?? expiresAt, batch, latest));
    }),
  );
  return entries;
}

function makeEntry(
  version: Version,
  expiresAt: Timestamp,
  batch: Batch | undefined,
  latest: Progress,
): Entry {
  const progress = batch && !batch.endedAt ? latest : NO_PROGRESS;
  return { version, expiresAt, batch, progress, bytes: estimateBytes(batch) + estimateBytes(progress) };
}

/** Also of an empty one, which has other objects. */
const HISTORY_BYTES = 1000;
const ENTRY_BYTES = 300;

export const measureHistory = ({ entries }: History): number =>
  [...entries.values()].reduce((sum, { bytes }) => sum + bytes + ENTRY_BYTES, HISTORY_BYTES);

const findLatest = (version: Version, changes: readonly Change[]): Version =>
  changes.reduce((latest, change) => (latest < change.version ? change.version : latest), version);

const earlier = (one: Timestamp, other: Timestamp): Timestamp => (one < other ? one : other);

const addOverlap = (time: Timestamp): Timestamp =>
  Timestamp.fromMillis(Math.max(time.toMillis() - OVERLAP_MS, 0));

function toTimestamp(version: Version): Timestamp {
  const [seconds = 0, nanoseconds = 0] = version.split('.').map(Number);
  return new Timestamp(seconds, nanoseconds);
}
