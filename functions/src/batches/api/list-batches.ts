import { MAX_BATCHES_LISTED, type ToolName } from '@portal/contracts/batches';
import type { Deps } from '../../deps.ts';
import { readBatchesById, readBatchesOf, type Batch } from '../store/batch-store.ts';
import { readChangedSince, readHistoryVersion, readItemViews } from '../store/progress-store.ts';
import { describeBatch, type DescribedBatch } from '../store/describe-batch.ts';

/** A change can become visible shortly after a later one, so changes just before the last read are read again. */
const OVERLAP_MS = 5000;
const MAX_HISTORIES = 200;

export interface ListedBatch extends DescribedBatch {
  batch: Batch;
}

interface History {
  version: string;
  readAt: number;
  batches: ReadonlyMap<string, ListedBatch>;
}

/** What this instance read last: a poll reads only what has changed since. */
const histories = new Map<string, History>();

/** Undefined if nothing has changed since `knownVersion`, at the cost of one read. */
export async function listBatches(
  deps: Deps,
  tool: ToolName,
  owner: string,
  knownVersion: string | undefined,
): Promise<{ version: string; batches: ListedBatch[] } | undefined> {
  const version = await readHistoryVersion(deps.firestore, tool, owner);
  if (version === knownVersion) return undefined;
  const key = `${tool}~${owner}`;
  const known = histories.get(key);
  const readAt = Date.now();
  const batches = known?.version === version ? known.batches : await readHistory(deps, tool, owner, known);
  const listed = [...batches.values()]
    .filter(({ batch }) => batch.expiresAt.toMillis() > readAt)
    .toSorted((one, other) => other.batch.createdAt.toMillis() - one.batch.createdAt.toMillis())
    .slice(0, MAX_BATCHES_LISTED);
  histories.delete(key);
  histories.set(key, { version, readAt, batches: new Map(listed.map((one) => [one.batch.id, one])) });
  if (histories.size > MAX_HISTORIES) histories.delete(histories.keys().next().value ?? key);
  return { version, batches: listed };
}

async function readHistory(
  deps: Deps,
  tool: ToolName,
  owner: string,
  known: History | undefined,
): Promise<ReadonlyMap<string, ListedBatch>> {
  const changed = known && (await readChangedSince(deps.firestore, tool, owner, known.readAt - OVERLAP_MS));
  const read = changed
    ? await readBatchesById(deps.firestore, [...changed])
    : await readBatchesOf(deps.firestore, tool, owner);
  const batches = new Map(changed ? known?.batches : []);
  for (const id of changed ?? []) batches.delete(id);
  const described = await Promise.all(
    read.map(async (batch) => ({
      batch,
      ...describeBatch(batch, await readItemViews(deps.firestore, batch)),
    })),
  );
  for (const one of described) batches.set(one.batch.id, one);
  return batches;
}
