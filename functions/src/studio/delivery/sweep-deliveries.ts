import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../../batches/deps.ts';
import { readEmails } from '../../identity/access-store.ts';
import { catchAndLog } from '../../platform/logs/catch-and-log.ts';
import { logWarning } from '../../platform/logs/log.ts';
import { readOpenDeliveries, readOverdueFiles, type StoredDelivery } from './delivery-store.ts';
import { endIfSettled } from './end-delivery.ts';
import { enqueueFiles } from './enqueue-files.ts';
import { cancelDelivery, stopDelivery } from './stop-delivery.ts';

/** Files wait in the queue for as long as it is busy; a superfluous task does nothing. */
const OVERDUE_MS = 5 * 60 * 1000;
/** Cloud Tasks ignores an id that it knows: each file gets at most one more task in this time. */
const ROUND_MS = 10 * 60 * 1000;

/** Enqueues files again whose worker or task was lost, and finishes what was interrupted. */
export async function sweepDeliveries(deps: Deps, now = Date.now()): Promise<number> {
  const open = await readOpenDeliveries(deps.firestore);
  const emails = await readEmails(
    deps.firestore,
    open.map(({ owner }) => owner),
  );
  let enqueued = 0;
  for (const delivery of open) {
    await catchAndLog('A delivery could not be swept.', { delivery: delivery.id }, async () => {
      enqueued += await sweepDelivery(deps, delivery, emails.has(delivery.owner), now);
    });
  }
  if (enqueued > 0) logWarning('Enqueued lost files again.', undefined, { enqueued });
  return enqueued;
}

async function sweepDelivery(
  deps: Deps,
  delivery: StoredDelivery,
  hasOwner: boolean,
  now: number,
): Promise<number> {
  const { id, stopped, cancelledAt } = delivery;
  if (!hasOwner || cancelledAt) await cancelDelivery(deps, id);
  else if (stopped !== null) await stopDelivery(deps, delivery, stopped);
  const overdue = await readOverdueFiles(deps.firestore, id, Timestamp.fromMillis(now - OVERDUE_MS));
  const indexes = overdue.map(({ index }) => index);
  await enqueueFiles(deps, id, indexes, { round: `sweep-${Math.floor(now / ROUND_MS)}` });
  if (indexes.length === 0) await endIfSettled(deps, id);
  return indexes.length;
}
