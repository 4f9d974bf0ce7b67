import type { ItemState } from '@portal/contracts/batches';
import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { catchAndLog } from '../../platform/logs/catch-and-log.ts';
import type { ItemRecord } from '../store/batch-record.ts';
import {
  batchNotFound,
  batchReference,
  itemReference,
  parseBatch,
  parseItem,
  readItemsIn,
  readOpenBatchIds,
  type Batch,
} from '../store/batch-store.ts';
import { writeBatchChange } from '../store/progress-store.ts';
import { endBatchIfSettled } from './end-batch.ts';
import { settleItem } from './settle-item.ts';
import { passAllOn } from './pass-on.ts';
import { hurryProviderBatches } from './enqueue-half-price.ts';

const CANCEL_AT_ONCE = 100;

/** For admins, revokes and the sweep: does not check ownership. Has no effect on a batch that has ended. */
export async function cancelBatch(deps: Deps, batchId: string): Promise<void> {
  const { firestore } = deps;
  const batch = await firestore.runTransaction(async (transaction) => {
    const reference = batchReference(firestore, batchId);
    const current = parseBatch(await transaction.get(reference));
    if (!current) throw batchNotFound();
    if (current.endedAt || current.cancelledAt) return current;
    const cancelledAt = Timestamp.now();
    transaction.update(reference, { cancelledAt });
    writeBatchChange(firestore, transaction, current);
    return { ...current, cancelledAt };
  });
  if (!batch.endedAt) await finishCancel(deps, batch);
}

/** Cancels a person's open batches of all tools. The sweep retries what fails. */
export async function cancelBatchesOf(deps: Deps, owner: string): Promise<void> {
  for (const batchId of await readOpenBatchIds(deps.firestore, owner)) {
    await catchAndLog('A batch could not be cancelled.', { batch: batchId }, () =>
      cancelBatch(deps, batchId),
    );
  }
}

/** Cancels the items of a batch whose `cancelledAt` is set. Idempotent. */
export async function finishCancel(deps: Deps, batch: Batch): Promise<void> {
  const { firestore } = deps;
  const { isCharged } = deps.findTool(batch.tool);
  // A worker that has claimed a paid item finds it cancelled when it notes its call, before sending. Free work may finish.
  const states: ItemState[] = isCharged ? ['waiting', 'queued', 'claimed'] : ['waiting', 'queued'];
  const waiting = await readItemsIn(firestore, batch.id, states);
  for (let start = 0; start < waiting.length; start += CANCEL_AT_ONCE) {
    await cancelItems(deps, batch, states, waiting.slice(start, start + CANCEL_AT_ONCE));
  }
  if (batch.halfPrice) await hurryProviderBatches(deps, batch);
  await endBatchIfSettled(deps, batch.id);
  await passAllOn(deps, batch);
}

const cancelItems = (
  { firestore }: Deps,
  batch: Batch,
  states: readonly ItemState[],
  waiting: readonly ItemRecord[],
): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const references = waiting.map(({ index }) => itemReference(firestore, batch.id, index));
    for (const item of (await transaction.getAll(...references)).map(parseItem)) {
      if (!item || !states.includes(item.state)) continue;
      const cancelled = settleItem(firestore, transaction, batch, item, { state: 'cancelled' });
      transaction.set(itemReference(firestore, batch.id, item.index), cancelled);
    }
  });
