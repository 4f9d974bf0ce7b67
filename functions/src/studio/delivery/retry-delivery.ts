import { FieldValue, Timestamp, type Transaction } from 'firebase-admin/firestore';
import type { Deps } from '../../batches/deps.ts';
import { userReference } from '../../identity/access-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { hasNewer, addDelivered, readDelivered } from './delivered-pictures.ts';
import {
  deliveryReference,
  fileReference,
  pageIndexes,
  parseFile,
  readOwnDelivery,
  type FileRecord,
  type StoredDelivery,
} from './delivery-store.ts';
import { enqueueFiles } from './enqueue-files.ts';

/** Sends failed files again, with the same bytes. Returns how many. */
export async function retryDelivery(deps: Deps, owner: string, id: string): Promise<number> {
  const { firestore } = deps;
  const delivery = await readOwnDelivery(firestore, owner, id);
  const retried: number[] = [];
  const due: number[] = [];
  for (const indexes of pageIndexes(delivery)) {
    const again = await firestore.runTransaction(async (transaction) => {
      const person = await transaction.get(userReference(firestore, owner));
      // A request that was admitted just before a revoke must not start files after it.
      if (!person.exists) throw AppError.accessDenied('The owner of the delivery was revoked.');
      const failed = await claimFailed(deps, transaction, delivery, indexes);
      if (failed.length === 0) return [];
      const now = Timestamp.now();
      const files = failed.map(({ index }) => {
        // Enqueued when the others are over.
        const isLater = delivery.hasCsv && index === delivery.total - 1 && failed.length + retried.length > 1;
        const change = { state: 'queued', dueAt: isLater ? null : now, attempts: 0, note: null };
        transaction.update(fileReference(firestore, id, index), change);
        return { index, isLater };
      });
      transaction.update(deliveryReference(firestore, id), {
        'counts.failed': FieldValue.increment(-failed.length),
        stopped: null,
        cancelledAt: null,
        endedAt: null,
      });
      return files;
    });
    retried.push(...again.map(({ index }) => index));
    due.push(...again.filter(({ isLater }) => !isLater).map(({ index }) => index));
  }
  await enqueueFiles(deps, id, due, { round: `retry-${Date.now()}` });
  return retried.length;
}

/** Failed files, except of pictures that a newer delivery has brought to the agency, or is about to. */
async function claimFailed(
  { firestore }: Deps,
  transaction: Transaction,
  { id, agency, expiresAt }: StoredDelivery,
  indexes: readonly number[],
): Promise<FileRecord[]> {
  const found = await transaction.getAll(...indexes.map((index) => fileReference(firestore, id, index)));
  const failed = found
    .flatMap((snapshot) => parseFile(snapshot) ?? [])
    .filter(({ state }) => state === 'failed');
  const pictures = failed.flatMap(({ picture, index }) => (picture ? [{ picture, index }] : []));
  const delivered = await readDelivered(
    firestore,
    transaction,
    agency,
    pictures.map(({ picture }) => picture),
  );
  const sentByOthers = new Set<number>();
  for (const [place, known] of delivered.entries()) {
    const own = { deliveryId: id, index: pictures[place]?.index ?? -1 };
    if (hasNewer(known, own)) sentByOthers.add(own.index);
    else addDelivered(firestore, transaction, agency, known, own, expiresAt);
  }
  for (const index of sentByOthers) {
    const note = 'A newer delivery has sent this picture, or is sending it.';
    transaction.update(fileReference(firestore, id, index), { note });
  }
  return failed.filter(({ index }) => !sentByOthers.has(index));
}
