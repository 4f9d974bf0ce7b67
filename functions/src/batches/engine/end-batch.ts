import type { ItemState } from '@portal/contracts/batches';
import { Timestamp, type Transaction } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import type { ItemViews } from '../store/batch-record.ts';
import { batchReference, hasOpenItems, parseBatch, type Batch } from '../store/batch-store.ts';
import { removeContent, sumStored, writeItemViews } from '../store/item-views.ts';
import { readProgressIn, writeBatchChange } from '../store/progress-store.ts';
import { writeBatchOutcome } from './save-failed-work.ts';
import { enqueueRemoval } from './remove-batch.ts';
import { prepareSharedIssues } from './share-issues.ts';

/**
 * Called after every item that ends. If the last two end at the same time, both find no open item, and the transaction
 * lets one of them end the batch.
 */
export async function endBatchIfSettled(deps: Deps, batchId: string): Promise<void> {
  const { firestore } = deps;
  if (await hasOpenItems(firestore, batchId)) return;
  const isDeleted = await firestore.runTransaction(async (transaction) => {
    const reference = batchReference(firestore, batchId);
    const batch = parseBatch(await transaction.get(reference));
    if (!batch) return false;
    if (batch.endedAt) return batch.deletedAt !== null;
    const progress = await readProgressIn(firestore, transaction, batchId);
    const items = removeContent(progress, new Set(batch.deletedItems));
    const shareIssues = await prepareSharedIssues(firestore, transaction, batch, items);
    transaction.update(reference, {
      items: writeItemViews(items),
      endedAt: Timestamp.now(),
      ...sumStored(items),
    });
    writeBatchChange(firestore, transaction, batch);
    writeBatchOutcome(firestore, transaction, batch, items);
    returnAllowance(deps, transaction, batch, items);
    shareIssues();
    return batch.deletedAt !== null;
  });
  if (isDeleted) await enqueueRemoval(deps, batchId);
}

/** Returns what was not used of the day's allowance. What may have been made counts as used. */
function returnAllowance(deps: Deps, transaction: Transaction, batch: Batch, items: ItemViews): void {
  if (batch.allowanceDay === null) return;
  const { allowance } = deps.findTool(batch.tool);
  const used = Object.values(items).filter(({ state, cost }) => !UNUSED.has(state) || cost > 0).length;
  allowance?.giveBack(deps, transaction, batch.allowanceDay, batch.total - used);
}

const UNUSED: ReadonlySet<ItemState> = new Set(['waiting', 'queued', 'failed', 'cancelled']);
