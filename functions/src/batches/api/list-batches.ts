import { MAX_BATCHES_LISTED, type ToolName } from '@portal/contracts/batches';
import type { Deps } from '../deps.ts';
import { readWhole, startNow, type History } from './history.ts';
import {
  describeEntry,
  findChanged,
  isKnown,
  keep,
  limitPlaceholders,
  makeTag,
  parseTag,
  refresh,
  type ListedBatch,
} from './known-histories.ts';

/** Undefined if nothing has changed since the ETag `known`. */
export async function listBatches(
  deps: Deps,
  tool: ToolName,
  owner: string,
  known: string | undefined,
): Promise<{ version: string; batches: ListedBatch[] } | undefined> {
  const caller = { firestore: deps.firestore, tool, owner };
  const history = (await refresh(caller, parseTag(caller, known))) ?? (await startNow(caller));
  if (isKnown(caller, known, history.version)) return undefined;
  return listWhole(caller, history.isComplete ? history : await readAndKeep(caller));
}

const listWhole = (caller: Caller, history: History) => ({
  version: makeTag(caller, history.version),
  batches: limitPlaceholders(
    [...history.entries.values()].flatMap(describeEntry).toSorted(byNewest).slice(0, MAX_BATCHES_LISTED),
  ),
});

const byNewest = (one: ListedBatch, other: ListedBatch): number =>
  other.batch.createdAt.toMillis() - one.batch.createdAt.toMillis();

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
  if (isKnown(caller, known, history.version)) return undefined;
  const { changed, removed } = findChanged(history, from);
  const version = makeTag(caller, history.version);
  return { version, isWhole: false, changed: limitPlaceholders(changed), removed };
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
  const history = (await refresh(caller, parseTag(caller, known))) ?? keep(caller, await startNow(caller));
  if (isKnown(caller, known, history.version)) return undefined;
  const entry = history.entries.get(id);
  return { version: makeTag(caller, history.version), listed: entry && describeEntry(entry)[0] };
}

type Caller = Parameters<typeof readWhole>[0];

const readAndKeep = async (caller: Caller): Promise<History> => keep(caller, await readWhole(caller));
