/** Lists for admins what the portal cannot finish by itself. See contracts/src/failed-work.ts. */
import type { FailedWorkKind } from '@portal/contracts/failed-work';
import { HALF_PRICE_SHARE } from '@portal/contracts/half-price';
import type { Firestore } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { catchAndLog } from '../../platform/logs/catch-and-log.ts';
import type { Writer } from '../../platform/writer.ts';
import { NO_MICROS, sumMicros, toMicros } from '../../spend/micros.ts';
import { archiveReference, isArchiveReady } from '../archive/archive-store.ts';
import type { ItemView, ItemViews } from '../store/batch-record.ts';
import { batchReference, parseBatch, type Batch } from '../store/batch-store.ts';
import {
  clearFailedWork,
  failedWorkReference,
  parseFailedWork,
  writeFailedWork,
} from '../store/failed-work-store.ts';
import { isPortalFault } from './portal-faults.ts';

/** With the queues' back-off, some two minutes. */
const MIN_RETRIES = 8;
const ENDS_WITH_BATCH: readonly FailedWorkKind[] = ['not-delivered', 'not-stored'];

/** Has no effect on work that is listed already, or done. */
export async function saveFailedWork(
  firestore: Firestore,
  batchId: string,
  kind: FailedWorkKind,
  reasons: string[] = [],
): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const [snapshot, known, archive] = await transaction.getAll(
      batchReference(firestore, batchId),
      failedWorkReference(firestore, batchId, kind),
      archiveReference(firestore, batchId),
    );
    const batch = snapshot && parseBatch(snapshot);
    const isListed = known?.exists === true && parseFailedWork(known)?.retriedAt === null;
    if (!batch || isListed) return;
    if (ENDS_WITH_BATCH.includes(kind) && batch.endedAt) return;
    if (kind === 'archive' && isArchiveReady(archive)) return;
    writeFailedWork(firestore, transaction, batch, kind, {
      items: null,
      reasons,
      cost: null,
      retryCost: NO_MICROS,
    });
  });
}

/** `retries`: of a task; undefined without Cloud Tasks. Called before its work, which may take the worker down. */
export async function saveRepeatedFailure(
  { firestore }: Pick<Deps, 'firestore'>,
  batchId: string,
  kind: FailedWorkKind,
  retries = 0,
): Promise<void> {
  if (retries < MIN_RETRIES) return;
  await catchAndLog('Failed work could not be listed.', { batch: batchId, kind }, () =>
    saveFailedWork(firestore, batchId, kind),
  );
}

/** Called when a batch ends: nothing of it waits any more. */
export function writeBatchOutcome(
  firestore: Firestore,
  writer: Writer,
  batch: Batch,
  items: ItemViews,
): void {
  clearFailedWork(firestore, writer, batch.id, ENDS_WITH_BATCH);
  if (batch.deletedAt) return;
  const views = Object.values(items);
  const uncertain = views.filter(({ state }) => state === 'uncertain');
  if (uncertain.length > 0) {
    writeFailedWork(firestore, writer, batch, 'uncertain', describe(batch, uncertain, uncertain.length));
  }
  const failed = views.filter(({ state }) => state === 'failed');
  const ours = failed.filter(({ reason }) => isPortalFault(reason));
  // A retry repeats all that may succeed.
  const repeated = failed.filter(({ permanent }) => permanent === undefined).length;
  if (ours.length > 0) writeFailedWork(firestore, writer, batch, 'failed', describe(batch, ours, repeated));
}

const describe = (batch: Batch, items: readonly ItemView[], repeated: number) => ({
  items: items.length,
  reasons: [...new Set(items.flatMap(({ reason }) => reason ?? []))],
  cost: sumMicros(...items.map(({ cost }) => cost)),
  // A retry is made now.
  retryCost: toMicros((batch.estimate / batch.total / (batch.halfPrice ? HALF_PRICE_SHARE : 1)) * repeated),
});
