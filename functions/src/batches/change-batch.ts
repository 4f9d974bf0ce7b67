/** What a person does to a batch of theirs. */
import { Timestamp, type Transaction } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import type { ItemViews } from './batch-record.ts';
import {
  batchReference,
  itemReference,
  markBatch,
  parseBatch,
  parseItem,
  readBatchesOf,
  readItemViews,
  readOwnBatch,
  readQueuedItems,
  refuseForeign,
  type Batch,
} from './batch-store.ts';
import { createBatch } from './create-batch.ts';
import { endBatchIfSettled } from './end-batch.ts';
import { settle } from './item-transitions.ts';
import { folderOf } from './media-names.ts';
import type { Tool } from './tool.ts';

const CANCEL_AT_ONCE = 100;

/** Changes a batch in a transaction that has seen whose it is. */
const changeOwn = <Settings>(
  { firestore }: Deps,
  tool: Tool<Settings>,
  owner: string,
  batchId: string,
  change: (transaction: Transaction, batch: Batch) => Partial<Batch>,
) =>
  firestore.runTransaction(async (transaction) => {
    const reference = batchReference(firestore, batchId);
    const batch = refuseForeign(parseBatch(await transaction.get(reference)), tool.name, owner);
    const changed = change(transaction, batch);
    if (Object.keys(changed).length > 0) {
      transaction.update(reference, changed);
      markBatch(firestore, transaction, batch);
    }
    return { ...batch, ...changed };
  });

export const renameBatch = <Settings>(
  deps: Deps,
  tool: Tool<Settings>,
  owner: string,
  batchId: string,
  name: string,
) => changeOwn(deps, tool, owner, batchId, () => ({ name }));

/** What waits is cancelled; what is in a worker's hands may finish. A batch that has ended stays as it is. */
export async function cancelBatch<Settings>(
  deps: Deps,
  tool: Tool<Settings>,
  owner: string,
  batchId: string,
): Promise<Batch> {
  const { firestore } = deps;
  const batch = await changeOwn(deps, tool, owner, batchId, (_, { endedAt, cancelledAt }) =>
    endedAt || cancelledAt ? {} : { cancelledAt: Timestamp.now() },
  );
  if (batch.endedAt) return batch;
  const queued = await readQueuedItems(firestore, batchId);
  for (let start = 0; start < queued.length; start += CANCEL_AT_ONCE) {
    const references = queued
      .slice(start, start + CANCEL_AT_ONCE)
      .map(({ index }) => itemReference(firestore, batchId, index));
    await firestore.runTransaction(async (transaction) => {
      const items = (await transaction.getAll(...references)).map(parseItem);
      for (const item of items) {
        if (item?.state === 'queued') settle(deps, transaction, batch, item, { state: 'cancelled' });
      }
    });
  }
  await endBatchIfSettled(deps, tool, batchId);
  return readOwnBatch(firestore, tool.name, owner, batchId);
}

/** Gone at once for its owner; a task removes what it leaves behind. */
export async function deleteBatch<Settings>(
  deps: Deps,
  tool: Tool<Settings>,
  owner: string,
  batchId: string,
): Promise<void> {
  const { firestore, queues } = deps;
  // Cancelled first: what waits is never called, and an allowance gets back what it was not used for.
  const batch = await cancelBatch(deps, tool, owner, batchId);
  await firestore.runTransaction(async (transaction) => {
    const reference = batchReference(firestore, batchId);
    if (!(await transaction.get(reference)).exists) return;
    transaction.delete(reference);
    markBatch(firestore, transaction, batch);
  });
  await queues.enqueue('removeBatchFiles', [{ id: batchId, data: { batchId, prefix: folderOf(batch) } }]);
}

export async function clearBatches<Settings>(deps: Deps, tool: Tool<Settings>, owner: string): Promise<void> {
  for (const { id } of await readBatchesOf(deps.firestore, tool.name, owner)) {
    await deleteBatch(deps, tool, owner, id);
  }
}

/** Has what failed made in a new batch; each item once. */
export async function retryBatch<Settings extends object>(
  deps: Deps,
  tool: Tool<Settings>,
  owner: string,
  batchId: string,
  includeUncertain: boolean,
): Promise<string> {
  const batch = await readOwnBatch(deps.firestore, tool.name, owner, batchId);
  const variants = findRetryable(batch, await readItemViews(deps.firestore, batch), includeUncertain);
  if (variants.length === 0)
    throw new AppError('conflict', 'There is nothing left to try again in this batch.');
  const newId = await createBatch(deps, tool, {
    owner,
    name: `${batch.name} (retry)`,
    settings: tool.settings.parse({ ...batch.settings, quantity: variants.length }),
    variants,
    // A second click gives the same batch.
    idempotencyKey: `retry-${batchId}-${variants.join('.')}`,
  });
  await changeOwn(deps, tool, owner, batchId, (_, { retried }) => ({
    retried: { failed: true, uncertain: retried.uncertain || includeUncertain },
  }));
  return newId;
}

function findRetryable(batch: Batch, items: ItemViews, includeUncertain: boolean): number[] {
  if (!batch.endedAt) throw new AppError('conflict', 'The batch is still at work.');
  return Object.values(items)
    .filter(
      ({ state }) =>
        (state === 'failed' && !batch.retried.failed) ||
        (state === 'uncertain' && includeUncertain && !batch.retried.uncertain),
    )
    .map(({ variant }) => variant);
}
