import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../../batches/deps.ts';
import { catchAndLog } from '../../platform/logs/catch-and-log.ts';
import { settleQueued } from './change-file.ts';
import {
  deliveryReference,
  parseDelivery,
  readOpenDeliveries,
  type StoredDelivery,
} from './delivery-store.ts';
import { endIfSettled } from './end-delivery.ts';

/** Fails all files that wait: each attempt with a wrong password could lock the account. Idempotent. */
export async function stopDelivery(deps: Deps, delivery: StoredDelivery, reason: string): Promise<void> {
  await deliveryReference(deps.firestore, delivery.id).update({ stopped: reason });
  await settleQueued(deps.firestore, delivery, { state: 'failed', note: reason, hasNotArrived: false });
}

/** Returns how many waiting files were cancelled. Idempotent. Files that are being sent end before they arrive. */
export async function cancelDelivery(deps: Deps, id: string): Promise<number> {
  const { firestore } = deps;
  const delivery = await firestore.runTransaction(async (transaction) => {
    const reference = deliveryReference(firestore, id);
    const current = parseDelivery(await transaction.get(reference));
    if (current && !current.endedAt && !current.cancelledAt) {
      transaction.update(reference, { cancelledAt: Timestamp.now() });
    }
    return current;
  });
  if (!delivery || delivery.endedAt) return 0;
  const cancelled = await settleQueued(firestore, delivery, { state: 'cancelled' });
  await endIfSettled(deps, id);
  return cancelled;
}

/** Cancels a person's open deliveries. The sweep retries what fails. */
export async function cancelDeliveriesOf(deps: Deps, owner: string): Promise<void> {
  for (const { id } of await readOpenDeliveries(deps.firestore, owner)) {
    await catchAndLog('A delivery could not be cancelled.', { delivery: id }, () => cancelDelivery(deps, id));
  }
}
