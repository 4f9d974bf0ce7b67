import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import {
  deliveryReference,
  fileReference,
  pageIndexes,
  parseFile,
  readOwnDelivery,
} from './delivery-store.ts';
import { enqueueFiles } from './enqueue-files.ts';

/** Sends failed files again, with the same bytes. Returns how many. */
export async function retryDelivery(deps: Deps, owner: string, id: string): Promise<number> {
  const { firestore } = deps;
  const delivery = await readOwnDelivery(firestore, owner, id);
  const retried: number[] = [];
  for (const indexes of pageIndexes(delivery)) {
    const again = await firestore.runTransaction(async (transaction) => {
      const found = await transaction.getAll(...indexes.map((index) => fileReference(firestore, id, index)));
      const failed = found
        .flatMap((snapshot) => parseFile(snapshot) ?? [])
        .filter(({ state }) => state === 'failed');
      if (failed.length === 0) return [];
      const now = Timestamp.now();
      // Enqueued when the others are over.
      const isLater = (index: number) =>
        delivery.hasCsv && index === delivery.total - 1 && failed.length + retried.length > 1;
      for (const { index } of failed) {
        transaction.update(fileReference(firestore, id, index), {
          state: 'queued',
          dueAt: isLater(index) ? null : now,
          attempts: 0,
          note: null,
        });
      }
      transaction.update(deliveryReference(firestore, id), {
        'counts.failed': FieldValue.increment(-failed.length),
        stopped: null,
        cancelledAt: null,
        endedAt: null,
      });
      return failed.map(({ index }) => index).filter((index) => !isLater(index));
    });
    retried.push(...again);
  }
  await enqueueFiles(deps, id, retried, { round: `retry-${Date.now()}` });
  return retried.length;
}
