import type { Issue } from '@portal/contracts/checks';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import type { ItemViews } from '../store/batch-record.ts';
import { batchReference, parseBatch, type Batch } from '../store/batch-store.ts';
import { writeBatchChange } from '../store/progress-store.ts';

/**
 * What a model has seen in pictures, for the batches that they are copies of. Reads those; the returned function writes. Once for the
 * whole batch: Firestore takes about one write a second per document.
 */
export async function prepareSharedIssues(
  firestore: Firestore,
  transaction: Transaction,
  { uploads }: Pick<Batch, 'uploads'>,
  items: ItemViews,
): Promise<() => void> {
  const seen = Object.entries(items).flatMap(([index, { issues }]) => {
    const from = uploads?.files[Number(index)]?.from;
    return from && issues ? [{ from, issues }] : [];
  });
  const byBatch = Map.groupBy(seen, ({ from }) => from.batchId);
  if (byBatch.size === 0) return () => undefined;
  const found = await transaction.getAll(...[...byBatch.keys()].map((id) => batchReference(firestore, id)));
  return () => {
    for (const snapshot of found) {
      const source = parseBatch(snapshot);
      if (!source || source.deletedAt) continue;
      const issues: Record<string, Issue[]> = { ...source.issues };
      for (const each of byBatch.get(source.id) ?? []) issues[each.from.index] = each.issues;
      transaction.update(snapshot.ref, { issues });
      writeBatchChange(firestore, transaction, source);
    }
  };
}
