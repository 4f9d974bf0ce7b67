/** Ends a job early: all stages, or a start that has not come. */
import { FieldValue, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { finishCancel } from '../../batches/engine/cancel-batch.ts';
import { enqueueRemoval } from '../../batches/engine/remove-batch.ts';
import { batchReference, parseBatch, type Batch } from '../../batches/store/batch-store.ts';
import { forgetLookup } from '../../batches/store/picture-lookup.ts';
import { writeBatchChange } from '../../batches/store/progress-store.ts';
import type { Deps } from '../../batches/deps.ts';
import { catchAndLog } from '../../platform/logs/catch-and-log.ts';
import type { StoredPipeline } from './pipeline-record.ts';
import {
  assertOwner,
  deletePrompts,
  parsePipeline,
  pipelineReference,
  readScheduledIds,
} from './pipeline-store.ts';

/** Has no effect on a job that has ended. Calls in progress may finish. */
export const cancelPipeline = (deps: Deps, owner: string, id: string): Promise<void> =>
  endEarly(deps, owner, id, (batch, now) => (batch.endedAt || batch.cancelledAt ? {} : { cancelledAt: now }));

/** Hides the job and its batches from their owner at once. Calls in progress are settled before the batches are removed. */
export const deletePipeline = (deps: Deps, owner: string, id: string): Promise<void> =>
  endEarly(
    deps,
    owner,
    id,
    (batch, now) => {
      if (batch.deletedAt) return {};
      return batch.endedAt ? { deletedAt: now } : { deletedAt: now, cancelledAt: batch.cancelledAt ?? now };
    },
    'delete',
  );

/** A person's jobs that have not started. The batches of the others are cancelled as all of the person's are. */
export async function cancelScheduledOf(deps: Deps, owner: string): Promise<void> {
  for (const id of await readScheduledIds(deps.firestore, owner)) {
    await catchAndLog('A scheduled job could not be cancelled.', { pipeline: id }, () =>
      cancelPipeline(deps, owner, id),
    );
  }
}

/** All batches change in one transaction. If what follows is interrupted, the sweep finishes it. */
async function endEarly(
  deps: Deps,
  owner: string,
  id: string,
  change: (batch: Batch, now: Timestamp) => Partial<Batch>,
  how: 'cancel' | 'delete' = 'cancel',
): Promise<void> {
  const { firestore } = deps;
  const batches = await firestore.runTransaction(async (transaction) => {
    const now = Timestamp.now();
    const reference = pipelineReference(firestore, id);
    const pipeline = assertOwner(parsePipeline(await transaction.get(reference)), owner);
    const found = await readBatchesIn(deps, transaction, pipeline);
    const changed = found.map((batch) => ({ ...batch, ...change(batch, now) }));
    for (const [place, batch] of found.entries()) {
      const fields = change(batch, now);
      if (Object.keys(fields).length === 0) continue;
      transaction.update(batchReference(firestore, batch.id), { ...fields });
      writeBatchChange(firestore, transaction, changed[place] ?? batch);
    }
    const isScheduled = pipeline.state === 'scheduled';
    const mayCancel = isScheduled || found.some(({ endedAt }) => !endedAt);
    // Those of a cancelled job stay until it expires: its owner may send it again.
    if (how === 'delete' && pipeline.batches.length === 0) deletePrompts(firestore, transaction, pipeline);
    if (mayCancel || how === 'delete') {
      transaction.update(reference, {
        ...(isScheduled && { state: 'cancelled' }),
        ...(mayCancel && !pipeline.cancelledAt && { cancelledAt: now }),
        ...(how === 'delete' && { deletedAt: now }),
        changedAt: FieldValue.serverTimestamp(),
      });
    }
    return changed;
  });
  // Later stages first: nothing is passed on to them any more.
  for (const batch of batches.toReversed()) {
    if (how === 'delete') forgetLookup(firestore, batch.id);
    if (!batch.endedAt) await finishCancel(deps, batch);
    else if (how === 'delete') await enqueueRemoval(deps, batch.id);
  }
}

async function readBatchesIn(
  { firestore }: Deps,
  transaction: Transaction,
  { batches }: StoredPipeline,
): Promise<Batch[]> {
  if (batches.length === 0) return [];
  const found = await transaction.getAll(...batches.map((batch) => batchReference(firestore, batch.id)));
  return found.flatMap((snapshot) => parseBatch(snapshot) ?? []);
}
