import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../../batches/deps.ts';
import { countOpen, deliveryReference, fileReference, parseDelivery, parseFile } from './delivery-store.ts';
import { enqueueFiles } from './enqueue-files.ts';

/** Releases the CSV when all other files are over, and ends the delivery when all are. Idempotent. */
export async function endIfSettled(deps: Deps, id: string): Promise<void> {
  const { firestore } = deps;
  const csv = await firestore.runTransaction(async (transaction) => {
    const reference = deliveryReference(firestore, id);
    const delivery = parseDelivery(await transaction.get(reference));
    if (!delivery || delivery.endedAt) return undefined;
    const open = countOpen(delivery);
    if (open === 0) transaction.update(reference, { endedAt: Timestamp.now() });
    if (open !== 1 || !delivery.hasCsv) return undefined;
    const last = fileReference(firestore, id, delivery.total - 1);
    const file = parseFile(await transaction.get(last));
    if (file?.state !== 'queued' || file.dueAt) return undefined;
    transaction.update(last, { dueAt: Timestamp.now() });
    return file.index;
  });
  if (csv !== undefined) await enqueueFiles(deps, id, [csv]);
}
