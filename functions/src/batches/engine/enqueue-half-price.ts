/** The tasks of half price. */
import { randomUUID } from 'node:crypto';
import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { countItemsIn, type Batch } from '../store/batch-store.ts';
import { FOLLOW_MS } from '../store/provider-batch-record.ts';
import { providerBatchReference, readOpenOf } from '../store/provider-batch-store.ts';
import { enqueueSubmission, queueOf } from './enqueue-items.ts';

export const enqueueFollow = (
  deps: Pick<Deps, 'queues' | 'findTool'>,
  batch: Pick<Batch, 'id' | 'tool' | 'settings'>,
  providerBatchId: string,
  round: string = randomUUID(),
) =>
  deps.queues.enqueue(queueOf(deps, batch), [
    { id: `${providerBatchId}-follow-${round}`, data: { step: 'follow', providerBatchId } },
  ]);

/** Cloud Tasks ignores a second task of the same round. */
export const findRound = (now: Timestamp): string => String(Math.floor(now.toMillis() / FOLLOW_MS));

/** Submits items that are ready. Returns how many there are. */
export async function submitReady(deps: Deps, batch: Batch, now: Timestamp): Promise<number> {
  const ready = await countItemsIn(deps.firestore, batch.id, ['queued']);
  if (ready > 0) await enqueueSubmission(deps, batch, findRound(now));
  return ready;
}

/** After a cancel: tells the provider soon. */
export async function hurryProviderBatches(deps: Deps, batch: Batch): Promise<void> {
  const dueAt = Timestamp.now();
  for (const { id, worker, state } of await readOpenOf(deps.firestore, batch.id)) {
    // If the answer was lost, the provider may not list it yet: a look-up now could miss what will be charged.
    if (state === 'creating') continue;
    if (worker === null) await providerBatchReference(deps.firestore, id).update({ dueAt });
    await enqueueFollow(deps, batch, id);
  }
}
