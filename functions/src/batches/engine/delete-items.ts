/** Deletes pictures of a batch that remains. See docs/decisions/009. */
import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { archiveReference } from '../archive/archive-store.ts';
import { batchReference, isKept, itemReference, parseBatch, type Batch } from '../store/batch-store.ts';
import { parseItemViews, removeContent, sumStored, writeItemViews } from '../store/item-views.ts';
import { forgetLookup } from '../store/picture-lookup.ts';
import { writeBatchChange } from '../store/progress-store.ts';

/**
 * Of finished items: nothing changes them any more, so the batch may still run. The task is enqueued in any case: an earlier
 * request may have been interrupted before it.
 */
export async function deleteItems(
  { firestore, queues }: Pick<Deps, 'firestore' | 'queues'>,
  batchId: string,
  indexes: readonly number[],
): Promise<void> {
  const isLeft = await firestore.runTransaction(async (transaction) => {
    const reference = batchReference(firestore, batchId);
    const batch = parseBatch(await transaction.get(reference));
    if (!batch || !isKept(batch)) return false;
    const known = new Set(batch.deletedItems);
    const later = indexes.filter((index) => !known.has(index));
    if (later.length === 0) return true;
    const deletedItems = [...known, ...later].toSorted((one, other) => one - other);
    const gone = new Set(deletedItems);
    transaction.update(reference, {
      deletedItems,
      ...(batch.starred && { starred: batch.starred.filter((index) => !gone.has(index)) }),
      ...removeFromEnded(batch, gone),
    });
    for (const index of later) {
      transaction.update(itemReference(firestore, batchId, index), { image: null, texts: null });
    }
    // It contains the pictures.
    transaction.delete(archiveReference(firestore, batchId));
    writeBatchChange(firestore, transaction, batch);
    return true;
  });
  forgetLookup(firestore, batchId);
  if (!isLeft) return;
  // A second request for the same pictures must not be taken for the first one.
  const id = `${batchId}-${hash(indexes.join())}-${Date.now()}`;
  await queues.enqueue('removeBatchFiles', [{ id, data: { batchId, indexes: [...indexes] } }]);
}

/** Until the batch ends, its items are in its progress. */
function removeFromEnded({ endedAt, filesDeleted, items }: Batch, gone: ReadonlySet<number>) {
  if (!endedAt) return {};
  const left = removeContent(parseItemViews(items), gone);
  return { items: writeItemViews(left), ...(!filesDeleted && sumStored(left)) };
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
