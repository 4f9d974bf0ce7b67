import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import type { ItemViews } from './batch-record.ts';
import { batchReference, hasOpenItems, markBatch, parseBatch, readMarksIn } from './batch-store.ts';
import type { Tool } from './tool.ts';

/**
 * Called after every item that ends: whoever ends last finds nothing open. Two at once both look, after both have
 * written, and the transaction lets one of them end the batch.
 */
export async function endBatchIfSettled<Settings>(
  deps: Deps,
  tool: Tool<Settings>,
  batchId: string,
): Promise<void> {
  const { firestore } = deps;
  if (await hasOpenItems(firestore, batchId)) return;
  await firestore.runTransaction(async (transaction) => {
    const reference = batchReference(firestore, batchId);
    const batch = parseBatch(await transaction.get(reference));
    if (!batch || batch.endedAt) return;
    const items = await readMarksIn(firestore, transaction, batchId);
    transaction.update(reference, { items, endedAt: Timestamp.now() });
    markBatch(firestore, transaction, batch);
    if (batch.allowanceDay !== null) {
      tool.allowance?.giveBack(deps, transaction, batch.allowanceDay, batch.total - countUsed(items));
    }
  });
}

const countUsed = (items: ItemViews): number =>
  Object.values(items).filter(({ state }) => state === 'done' || state === 'uncertain').length;
