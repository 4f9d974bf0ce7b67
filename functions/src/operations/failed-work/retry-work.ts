import type { FailedWorkKind } from '@portal/contracts/failed-work';
import { logInfo } from '../../platform/logs/log.ts';
import { retryBatch } from '../../batches/api/change-batch.ts';
import { requestArchiveAgain } from '../../batches/archive/request-archive.ts';
import { enqueueRemoval } from '../../batches/engine/remove-batch.ts';
import { readBatch, type Batch } from '../../batches/store/batch-store.ts';
import { failedWorkReference, markRetried, parseFailedWork } from '../../batches/store/failed-work-store.ts';
import type { Deps } from '../../batches/deps.ts';
import { userReference } from '../../identity/access-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { deliverDueItems } from './deliver-due-items.ts';

interface Retry {
  batchId: string;
  kind: FailedWorkKind;
  acceptsSecondCharge: boolean;
  /** The admin's account, for the log. */
  admin: string;
}

/** Returns the new batch, if there is one. A second request has no effect and gives the same answer. */
export async function retryWork(
  deps: Deps,
  { batchId, kind, acceptsSecondCharge, admin }: Retry,
): Promise<string | null> {
  const { firestore } = deps;
  const [work, batch] = await Promise.all([
    failedWorkReference(firestore, batchId, kind).get().then(parseFailedWork),
    readBatch(firestore, batchId),
  ]);
  if (work?.retriedAt && batch) return work.retryBatchId;
  if (!work || !batch || (await isRetryDeleted(deps, batch, kind))) {
    await failedWorkReference(firestore, batchId, kind).delete();
    throw new AppError('not-found', 'This work is no longer listed.');
  }
  if (kind === 'uncertain' && !acceptsSecondCharge) {
    throw new AppError('conflict', 'These items may have been charged. Accept a second charge to try again.');
  }
  const newBatchId = await tryAgain(deps, batch, kind);
  await markRetried(firestore, batchId, [kind], newBatchId);
  logInfo('An admin retried failed work.', { admin, kind, batch: batchId, newBatch: newBatchId });
  return newBatchId;
}

async function isRetryDeleted(
  { firestore }: Deps,
  { retried }: Batch,
  kind: FailedWorkKind,
): Promise<boolean> {
  const earlier = kind === 'failed' || kind === 'uncertain' ? retried[kind] : null;
  if (earlier === null) return false;
  const retry = await readBatch(firestore, earlier);
  return !retry || retry.deletedAt !== null;
}

async function tryAgain(deps: Deps, batch: Batch, kind: FailedWorkKind): Promise<string | null> {
  if (kind === 'uncertain' || kind === 'failed') {
    if (!(await userReference(deps.firestore, batch.owner).get()).exists) {
      throw new AppError('conflict', "The owner's access was revoked. This batch cannot be retried.");
    }
    return retryBatch(deps, deps.findTool(batch.tool), batch.owner, batch.id, [kind]);
  }
  if (kind === 'not-deleted') await enqueueRemoval(deps, batch.id, `retry-${Date.now()}`);
  else if (kind === 'archive') await requestArchiveAgain(deps, batch.id);
  else await deliverDueItems(deps, batch);
  return null;
}
