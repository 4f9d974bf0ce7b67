import { Timestamp, type QueryDocumentSnapshot } from 'firebase-admin/firestore';
import type { Deps } from '../../deps.ts';
import { readEmails } from '../../identity/access-store.ts';
import { catchAndLog } from '../../platform/catch-and-log.ts';
import { QUEUED_FOR_MS, type ItemRecord } from '../store/batch-record.ts';
import { parseBatch, parseItem, readBatch } from '../store/batch-store.ts';
import { cancelBatch } from './cancel-batch.ts';
import { enqueueItems } from './create-batch.ts';
import { endBatchIfSettled } from './end-batch.ts';
import { noteFailedWork } from './note-failed-work.ts';
import { enqueueRemoval } from './remove-batch.ts';
import { findTaskTimes } from '../../platform/task-times.ts';
import type { FindTool } from '../tool.ts';

const MAX_DOCUMENTS = 500;
/** Longer than an item waits in a queue with much to do. */
const UNDELIVERED_MS = 2 * 60 * 60 * 1000;
const ROUND_SECONDS = 600;
const SWEEP_FAILED = 'A batch could not be swept.';

/**
 * Enqueues every item again whose lease or wait is over, ends batches whose last worker was lost, and finishes interrupted
 * cancels and removals. A superfluous task does nothing: the item's record decides. An unreadable batch does not stop the
 * others.
 */
export async function sweep(
  deps: Deps,
  findTool: FindTool,
  now = Timestamp.now(),
): Promise<{ enqueued: number; openBatches: number }> {
  const { firestore } = deps;
  const overdue = await firestore
    .collectionGroup('items')
    .where('isOpen', '==', true)
    .where('wakeAt', '<=', now)
    .orderBy('wakeAt')
    .limit(MAX_DOCUMENTS)
    .get();
  const byBatch = Map.groupBy(overdue.docs, (item) => item.ref.parent.parent?.id ?? '');
  for (const [batchId, items] of byBatch) {
    await catchAndLog(SWEEP_FAILED, { batch: batchId }, () =>
      enqueueAgain(deps, findTool, batchId, items, now),
    );
  }
  const openBatches = await sweepOpenBatches(deps, findTool);
  await resumeRemovals(deps, now);
  return { enqueued: overdue.size, openBatches };
}

/** Ends batches without open items, and finishes interrupted cancels and revokes. */
async function sweepOpenBatches(deps: Deps, findTool: FindTool): Promise<number> {
  const { firestore } = deps;
  const open = await firestore.collection('batches').where('endedAt', '==', null).limit(MAX_DOCUMENTS).get();
  const owners = open.docs.map((snapshot) => String(snapshot.get('owner')));
  const emails = await readEmails(firestore, owners);
  for (const snapshot of open.docs) {
    await catchAndLog(SWEEP_FAILED, { batch: snapshot.id }, async () => {
      const batch = parseBatch(snapshot);
      if (!batch) return;
      const isRevoked = !emails.has(batch.owner);
      if (batch.cancelledAt || isRevoked) await cancelBatch(deps, findTool, batch.id);
      else await endBatchIfSettled(deps, findTool(batch.tool), batch.id);
    });
  }
  return open.size;
}

/** One that takes longer than its task may was lost, and is enqueued once per interval. */
async function resumeRemovals(deps: Deps, now: Timestamp): Promise<void> {
  const { restartAfterMs } = findTaskTimes('removal');
  const removedBefore = Timestamp.fromMillis(now.toMillis() - restartAfterMs);
  const deleted = await deps.firestore
    .collection('batches')
    .where('deletedAt', '<=', removedBefore)
    .limit(MAX_DOCUMENTS)
    .select()
    .get();
  const round = String(Math.floor(now.toMillis() / restartAfterMs));
  for (const { id } of deleted.docs) await enqueueRemoval(deps, id, round);
}

async function enqueueAgain(
  deps: Deps,
  findTool: FindTool,
  batchId: string,
  items: readonly QueryDocumentSnapshot[],
  now: Timestamp,
): Promise<void> {
  const { firestore } = deps;
  const batch = await readBatch(firestore, batchId);
  if (batch) {
    const tool = findTool(batch.tool);
    const settings = tool.settings.parse(batch.settings);
    const records = items.flatMap((item) => parseItem(item) ?? []);
    for (const [round, group] of Map.groupBy(records, (item) => findRound(item, now))) {
      const indexes = group.map(({ index }) => index);
      await enqueueItems(deps, tool, settings, batchId, indexes, { round });
    }
  }
  if (batch && items.some((item) => isUndelivered(parseItem(item), now))) {
    await noteFailedWork(firestore, batchId, 'not-delivered');
  }
  // Waiting items are due again later, so that the next sweep does not add a third task. Leases expire by themselves.
  const writer = firestore.batch();
  for (const item of items) {
    if (!batch) writer.delete(item.ref);
    else if (item.get('state') === 'queued') {
      writer.update(item.ref, { wakeAt: Timestamp.fromMillis(now.toMillis() + QUEUED_FOR_MS) });
    }
  }
  await writer.commit();
}

/** The lease of an item stays over until a task is delivered. A queue with much to do gets one task in ten minutes. */
const findRound = ({ state, wakeAt }: ItemRecord, now: Timestamp): string =>
  state === 'queued' ? `${now.seconds}` : `${wakeAt.seconds}-${Math.floor(now.seconds / ROUND_SECONDS)}`;

const isUndelivered = (item: ItemRecord | undefined, now: Timestamp): boolean =>
  item?.state === 'queued' && item.notBefore.toMillis() + UNDELIVERED_MS <= now.toMillis();
