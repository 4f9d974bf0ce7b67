import { createHash } from 'node:crypto';
import { MAX_BATCHES_LISTED, type ToolName } from '@portal/contracts/batches';
import type { Deps } from '../../deps.ts';
import { ByteCache } from '../../platform/byte-cache.ts';
import { RETENTION_MS, type Batch } from '../store/batch-store.ts';
import { describeBatch, type DescribedBatch } from '../store/describe-batch.ts';
import { parseItemViews } from '../store/item-views.ts';
import { mergeProgress, type Version } from '../store/progress-store.ts';
import {
  measureHistory,
  readLater,
  readWhole,
  startHistory,
  startNow,
  type Entry,
  type History,
} from './history.ts';

/** An instance also decodes pictures; 100 batches of 100 images take 2.5 MB. */
export const MAX_CACHED_BYTES = 16 * 1024 ** 2;
const MAX_CLOCK_SKEW_MS = 60_000;
/** Of one answer: those of the newest batches, which are on screen first. They hardly compress. */
const MAX_PLACEHOLDERS = 500;

export interface ListedBatch extends DescribedBatch {
  batch: Batch;
}

/** What this instance read last: a poll reads only what has changed since. */
const histories = new ByteCache<History>(MAX_CACHED_BYTES);

/** Undefined if nothing has changed since the ETag `known`. */
export async function listBatches(
  deps: Deps,
  tool: ToolName,
  owner: string,
  known: string | undefined,
): Promise<{ version: string; batches: ListedBatch[] } | undefined> {
  const caller = { firestore: deps.firestore, tool, owner };
  const history = (await refresh(caller)) ?? (await startNow(caller));
  if (makeTag(caller, history.version) === known) return undefined;
  return listWhole(caller, history.isComplete ? history : await readAndKeep(caller));
}

const listWhole = (caller: Caller, history: History) => ({
  version: makeTag(caller, history.version),
  batches: limitPlaceholders(
    [...history.entries.values()].flatMap(describe).toSorted(byNewest).slice(0, MAX_BATCHES_LISTED),
  ),
});

const byNewest = (one: ListedBatch, other: ListedBatch): number =>
  other.batch.createdAt.toMillis() - one.batch.createdAt.toMillis();

function limitPlaceholders(batches: readonly ListedBatch[]): ListedBatch[] {
  let left = MAX_PLACEHOLDERS;
  return batches.map((listed) => {
    const { placeholders, ...facts } = listed.facts;
    if (!placeholders) return listed;
    left -= Object.keys(placeholders).length;
    return left >= 0 ? listed : { ...listed, facts };
  });
}

export interface BatchChanges {
  version: string;
  /** `changed` is the whole list. */
  isWhole: boolean;
  changed: ListedBatch[];
  removed: string[];
}

/** Undefined if nothing has changed since the ETag `known`. */
export async function listChanges(
  deps: Deps,
  tool: ToolName,
  owner: string,
  since: string | undefined,
  known: string | undefined,
): Promise<BatchChanges | undefined> {
  const caller = { firestore: deps.firestore, tool, owner };
  const from = parseTag(caller, since);
  if (from === undefined) {
    const whole = await listBatches(deps, tool, owner, known);
    return whole && toWhole(whole);
  }
  const history = await refresh(caller, from);
  if (!history) return toWhole(listWhole(caller, await readAndKeep(caller)));
  const version = makeTag(caller, history.version);
  if (version === known) return undefined;
  const changes = [...history.entries].filter(([, entry]) => entry.version > from);
  return {
    version,
    isWhole: false,
    changed: limitPlaceholders(changes.flatMap(([, entry]) => describe(entry))),
    removed: changes.filter(([, { batch }]) => !batch).map(([id]) => id),
  };
}

const toWhole = ({ version, batches }: ReturnType<typeof listWhole>): BatchChanges => ({
  version,
  isWhole: true,
  changed: batches,
  removed: [],
});

/** Undefined if nothing has changed since the ETag `known`. The batch is undefined if it must be read. */
export async function findListed(
  deps: Deps,
  tool: ToolName,
  owner: string,
  id: string,
  known: string | undefined,
): Promise<{ version: string; listed: ListedBatch | undefined } | undefined> {
  const caller = { firestore: deps.firestore, tool, owner };
  const history = (await refresh(caller)) ?? keep(caller, await startNow(caller));
  const version = makeTag(caller, history.version);
  if (version === known) return undefined;
  const entry = history.entries.get(id);
  return { version, listed: entry && describe(entry)[0] };
}

type Caller = Parameters<typeof readWhole>[0];

const keyOf = ({ tool, owner }: Caller): string => `${tool}~${owner}`;

function keep(caller: Caller, history: History): History {
  histories.set(keyOf(caller), history, measureHistory(history));
  return history;
}

const readAndKeep = async (caller: Caller): Promise<History> => keep(caller, await readWhole(caller));

/**
 * What this instance knows, with what has changed since; with `since`, at least all that has changed after it. Undefined if
 * it knows nothing, or too much has changed.
 */
async function refresh(caller: Caller, since?: Version): Promise<History | undefined> {
  const cached = histories.get(keyOf(caller)) ?? (since === undefined ? undefined : startHistory(since));
  const history = cached && (await readLater(caller, cached, since));
  return history && keep(caller, history);
}

function describe({ batch, progress }: Entry): ListedBatch[] {
  if (!batch || batch.expiresAt.toMillis() <= Date.now()) return [];
  return [
    { batch, ...describeBatch(batch, batch.endedAt ? parseItemViews(batch.items) : mergeProgress(progress)) },
  ];
}

/** Names the person and tool: nobody's changes are added to the list of somebody else. */
const makeTag = (caller: Caller, version: Version): string =>
  `${version}-${createHash('sha256').update(keyOf(caller)).digest('hex').slice(0, 16)}`;

/** Undefined for another person's tag, and for one from which not all changes can be known. */
function parseTag(caller: Caller, tag: string | undefined): Version | undefined {
  const [version = ''] = tag?.split('-') ?? [];
  if (!/^\d{12}\.\d{9}$/.test(version) || tag !== makeTag(caller, version)) return undefined;
  const age = Date.now() - Number(version) * 1000;
  return age < RETENTION_MS && age > -MAX_CLOCK_SKEW_MS ? version : undefined;
}
