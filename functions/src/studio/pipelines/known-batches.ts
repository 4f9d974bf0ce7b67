/**
 * What this instance knows of the batches of people's jobs. Only saves reads: a poll reads what has changed, as histories do.
 * See docs/decisions/008.
 */
import type { BatchFacts, ItemState } from '@portal/contracts/batches';
import { hasSevereIssue } from '@portal/contracts/checks';
import type { PipelineBatch } from '@portal/contracts/pipelines';
import {
  describeEntry,
  keep,
  makeTag,
  parseTag,
  refresh,
  findChanged,
} from '../../batches/api/known-histories.ts';
import { startNow, type History } from '../../batches/api/history.ts';
import { readBatchesById, type Batch } from '../../batches/store/batch-store.ts';
import { describeBatch, type DescribedBatch } from '../../batches/store/describe-batch.ts';
import { readItemViews, type Version } from '../../batches/store/progress-store.ts';
import type { Deps } from '../../batches/deps.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';

export interface KnownBatch {
  facts: Pick<
    BatchFacts,
    | 'status'
    | 'failedCount'
    | 'uncertainCount'
    | 'cancelledCount'
    | 'estimate'
    | 'cost'
    | 'startedAt'
    | 'endedAt'
  > &
    Pick<PipelineBatch, 'permanentCount'>;
  total: number;
  doneCount: number;
  isHeld: boolean;
  /** By item index; items that were never claimed are missing. */
  states: ReadonlyMap<number, ItemState>;
  /** Indexes of items in whose pictures a model has seen a severe issue. */
  severe: ReadonlySet<number>;
}

interface Known {
  version: Version;
  /** Null for those that were deleted. */
  batches: ReadonlyMap<string, KnownBatch | null>;
}

/** A person with the largest jobs takes less than a megabyte. */
const MAX_PEOPLE = 20;

const people = new Map<string, Known>();

const describe = (batch: Batch, { facts, doneCount, states, checks }: DescribedBatch): KnownBatch => {
  const { status, failedCount, uncertainCount, cancelledCount, estimate, cost, startedAt, endedAt } = facts;
  const permanentCount = facts.failures.filter(({ permanent }) => permanent !== undefined).length;
  const counts = { failedCount, permanentCount, uncertainCount, cancelledCount };
  return {
    facts: { status, ...counts, estimate, cost, startedAt, endedAt },
    total: batch.total,
    doneCount,
    isHeld: batch.pipeline?.isHeld === true,
    states,
    severe: new Set([...checks].flatMap(([index, { issues }]) => (hasSevereIssue(issues) ? [index] : []))),
  };
};

/** The version of the person's batches, and a reader of some of them. Costs one read if nothing has changed. */
export async function openBatches(deps: Pick<Deps, 'firestore'>, owner: string) {
  const { firestore } = deps;
  const caller = { firestore, tool: undefined, owner };
  const known = people.get(owner);
  const since = known && parseTag(caller, makeTag(caller, known.version));
  const later = known && since !== undefined ? await refresh(caller, since) : undefined;
  const history = later ?? keep(caller, await startNow(caller));
  const batches = new Map(later ? known?.batches : []);
  if (later && known) applyChanges(batches, later, known.version);
  const { version } = history;

  return {
    tag: makeTag(caller, version),
    /** Those that were deleted are missing. */
    async read(ids: readonly string[]): Promise<ReadonlyMap<string, KnownBatch>> {
      const missing = ids.filter((id) => !batches.has(id));
      for (const id of missing) batches.set(id, null);
      await forEachAtOnce(await readBatchesById(firestore, missing), async (batch) => {
        batches.set(batch.id, describe(batch, describeBatch(batch, await readItemViews(firestore, batch))));
      });
      remember(owner, { version, batches });
      return new Map(
        ids.flatMap((id) => {
          const batch = batches.get(id);
          return batch ? [[id, batch] as const] : [];
        }),
      );
    },
  };
}

function applyChanges(batches: Map<string, KnownBatch | null>, history: History, since: Version): void {
  const { removed } = findChanged(history, since);
  for (const id of removed) if (batches.has(id)) batches.set(id, null);
  for (const [id, entry] of history.entries) {
    if (entry.version <= since || !batches.has(id)) continue;
    for (const { batch, ...described } of describeEntry(entry)) batches.set(id, describe(batch, described));
  }
}

function remember(owner: string, known: Known): void {
  people.delete(owner);
  people.set(owner, known);
  const [oldest] = people.keys();
  if (people.size > MAX_PEOPLE && oldest !== undefined) people.delete(oldest);
}
