import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { readEmails } from '../../identity/access-store.ts';
import { catchAndLog } from '../../platform/logs/catch-and-log.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import { logWarning } from '../../platform/logs/log.ts';
import { findTaskTimes } from '../../platform/queues/task-times.ts';
import type { ItemRecord } from '../store/batch-record.ts';
import { pageOpenBatches, parseBatch, readLostItems, type Batch } from '../store/batch-store.ts';
import { submitReady } from './enqueue-half-price.ts';
import { cancelBatch } from './cancel-batch.ts';
import { endBatchIfSettled } from './end-batch.ts';
import { enqueueItems } from './enqueue-items.ts';
import { findUndeliveredItems } from './find-undelivered-items.ts';
import { saveFailedWork } from './save-failed-work.ts';
import { passOnLost } from './pass-on.ts';
import { enqueueRemoval } from './remove-batch.ts';

const PAGE_SIZE = 200;
/** A minute less than the function may take. */
const MAX_SWEEP_MS = 4 * 60 * 1000;
const MAX_REMOVALS = 500;
const ROUND_SECONDS = 600;
/** Longer than an item waits in a queue with much to do. */
const LONG_MS = 2 * 60 * 60 * 1000;

interface SweepOptions {
  now?: Timestamp;
  pageSize?: number;
  maxMs?: number;
}

/**
 * Enqueues the items again whose worker or task was lost, passes on what was not passed on, ends batches whose last worker was
 * lost, cancels those that have expired, and finishes interrupted cancels, revokes and removals. A superfluous task does nothing:
 * the item's record decides. An unreadable batch does not stop the others.
 */
export async function sweep(
  deps: Deps,
  { now = Timestamp.now(), pageSize = PAGE_SIZE, maxMs = MAX_SWEEP_MS }: SweepOptions = {},
): Promise<{ enqueued: number; openBatches: number }> {
  const endsAt = Date.now() + maxMs;
  const swept = { enqueued: 0, openBatches: 0 };
  for await (const page of pageOpenBatches(deps.firestore, pageSize)) {
    if (Date.now() > endsAt) {
      logWarning('The sweep ran out of time. The next one sweeps other batches.', undefined, swept);
      break;
    }
    const emails = await readEmails(
      deps.firestore,
      page.map((snapshot) => String(snapshot.get('owner'))),
    );
    await forEachAtOnce(page, (snapshot) =>
      catchAndLog('A batch could not be swept.', { batch: snapshot.id }, async () => {
        const batch = parseBatch(snapshot);
        if (!batch) return;
        const enqueued = await sweepBatch(deps, batch, emails.has(batch.owner), now);
        swept.enqueued += enqueued;
      }),
    );
    swept.openBatches += page.length;
  }
  await resumeRemovals(deps, now);
  return swept;
}

/** Returns how many items were enqueued. */
async function sweepBatch(deps: Deps, batch: Batch, hasOwner: boolean, now: Timestamp): Promise<number> {
  const isExpired = batch.expiresAt.toMillis() <= now.toMillis();
  if (batch.cancelledAt || !hasOwner || isExpired) await cancelBatch(deps, batch.id);
  await passOnLost(deps, batch);
  if (batch.halfPrice) {
    if ((await submitReady(deps, batch, now)) === 0) await endBatchIfSettled(deps, batch.id);
    return 0;
  }
  const [lost, undelivered] = await Promise.all([
    readLostItems(deps.firestore, batch.id, now),
    findUndeliveredItems(deps.firestore, batch, now),
  ]);
  const items = [...lost, ...undelivered.map(({ item }) => item)];
  for (const [round, group] of Map.groupBy(items, (item) => findRound(item, now))) {
    const indexes = group.map(({ index }) => index);
    await enqueueItems(deps, batch, indexes, { round });
  }
  if (undelivered.some(({ since }) => since.toMillis() + LONG_MS <= now.toMillis())) {
    await saveFailedWork(deps.firestore, batch.id, 'not-delivered');
  }
  if (items.length === 0) await endBatchIfSettled(deps, batch.id);
  return items.length;
}

/** The time stays over until a task is delivered. A queue with much to do gets one task in ten minutes. */
const findRound = ({ wakeAt }: ItemRecord, now: Timestamp): string =>
  `${wakeAt.seconds}-${Math.floor(now.seconds / ROUND_SECONDS)}`;

/** One that takes longer than its task may was lost, and is enqueued once per interval. */
async function resumeRemovals(deps: Deps, now: Timestamp): Promise<void> {
  const { restartAfterMs } = findTaskTimes('removal');
  const removedBefore = Timestamp.fromMillis(now.toMillis() - restartAfterMs);
  const deleted = await deps.firestore
    .collection('batches')
    .where('deletedAt', '<=', removedBefore)
    .limit(MAX_REMOVALS)
    .select()
    .get();
  const round = String(Math.floor(now.toMillis() / restartAfterMs));
  for (const { id } of deleted.docs) await enqueueRemoval(deps, id, round);
}
