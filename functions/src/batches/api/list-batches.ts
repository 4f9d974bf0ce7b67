import { createHash } from 'node:crypto';
import { MAX_BATCHES_LISTED, type ToolName } from '@portal/contracts/batches';
import type { Deps } from '../../deps.ts';
import { ByteCache } from '../../platform/byte-cache.ts';
import { RETENTION_MS, type Batch } from '../store/batch-store.ts';
import { describeBatch, type DescribedBatch } from '../store/describe-batch.ts';
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

/** An instance also decodes pictures; 200 batches of 100 images take 9 MB. */
const MAX_CACHED_BYTES = 32 * 1024 ** 2;
const MAX_CLOCK_SKEW_MS = 60_000;

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
  const history = await refresh(caller, parseTag(caller, known));
  if (history && makeTag(caller, history.version) === known) return undefined;
  const whole = history?.isComplete === true ? history : await readWhole(caller);
  keep(caller, whole);
  const version = makeTag(caller, whole.version);
  return version === known ? undefined : { version, batches: list(whole) };
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
  const history = from === undefined ? undefined : await refresh(caller, from);
  if (!history || from === undefined) {
    const whole = await listBatches(deps, tool, owner, known);
    return whole && { version: whole.version, isWhole: true, changed: whole.batches, removed: [] };
  }
  const version = makeTag(caller, history.version);
  if (version === known) return undefined;
  const changes = [...history.entries].filter(([, entry]) => entry.version > from);
  return {
    version,
    isWhole: false,
    changed: changes.flatMap(([, entry]) => describe(entry)),
    removed: changes.filter(([, { batch }]) => !batch).map(([id]) => id),
  };
}

/** Undefined if nothing has changed since the ETag `known`. The batch is undefined if it must be read. */
export async function findListed(
  deps: Deps,
  tool: ToolName,
  owner: string,
  id: string,
  known: string | undefined,
): Promise<{ version: string; listed: ListedBatch | undefined } | undefined> {
  const caller = { firestore: deps.firestore, tool, owner };
  const history = (await refresh(caller, parseTag(caller, known))) ?? (await startNow(caller));
  keep(caller, history);
  const version = makeTag(caller, history.version);
  if (version === known) return undefined;
  const entry = history.entries.get(id);
  return { version, listed: entry && describe(entry)[0] };
}

type Caller = Parameters<typeof readWhole>[0];

const keyOf = ({ tool, owner }: Caller): string => `${tool}~${owner}`;

const keep = (caller: Caller, history: History): void =>
  histories.set(keyOf(caller), history, measureHistory(history));

/** Undefined if there is nothing to start from, or too much has changed. */
async function refresh(caller: Caller, since: Version | undefined): Promise<History | undefined> {
  const cached = histories.get(keyOf(caller));
  const start = cached ?? (since === undefined ? undefined : startHistory(since));
  const history = start && (await readLater(caller, start, earliest(start.since, since)));
  if (history) keep(caller, history);
  return history;
}

const earliest = (one: Version, other: Version | undefined): Version =>
  other !== undefined && other < one ? other : one;

/** Newest first. */
const list = ({ entries }: History): ListedBatch[] =>
  [...entries.values()]
    .flatMap(describe)
    .toSorted((one, other) => other.batch.createdAt.toMillis() - one.batch.createdAt.toMillis())
    .slice(0, MAX_BATCHES_LISTED);

function describe({ batch, progress }: Entry): ListedBatch[] {
  if (!batch || batch.expiresAt.toMillis() <= Date.now()) return [];
  return [{ batch, ...describeBatch(batch, batch.endedAt ? batch.items : mergeProgress(progress)) }];
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
