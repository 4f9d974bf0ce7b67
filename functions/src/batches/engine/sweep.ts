import { Timestamp, type QueryDocumentSnapshot } from 'firebase-admin/firestore';
import type { Deps } from '../../deps.ts';
import { readEmails } from '../../identity/access-store.ts';
import { catchAndLog } from '../../platform/catch-and-log.ts';
import { parseBatch, parseItem, readBatch } from '../store/batch-store.ts';
import { cancelBatch } from './cancel-batch.ts';
import { enqueueItems, QUEUED_FOR_MS } from './create-batch.ts';
import { endBatchIfSettled } from './end-batch.ts';
import { enqueueRemoval } from './remove-batch.ts';
import type { FindTool } from '../tool.ts';

const MOST = 500;
const REMOVAL_MS = 10 * 60 * 1000;
const UNSWEPT = 'A batch could not be swept.';

/**
 * Sends another task for every item whose lease or turn has passed, ends batches whose last worker was lost before it
 * could, and finishes cancels and removals that broke off. The item's record decides what the task does: one too many does
 * nothing. A batch that cannot be read holds up no other.
 */
export async function sweep(
  deps: Deps,
  findTool: FindTool,
  now = Timestamp.now(),
): Promise<{ queued: number; looked: number }> {
  const { firestore } = deps;
  const overdue = await firestore
    .collectionGroup('items')
    .where('isOpen', '==', true)
    .where('wakeAt', '<=', now)
    .orderBy('wakeAt')
    .limit(MOST)
    .get();
  const byBatch = Map.groupBy(overdue.docs, (item) => item.ref.parent.parent?.id ?? '');
  for (const [batchId, items] of byBatch) {
    await catchAndLog(UNSWEPT, { batch: batchId }, () => sendAgain(deps, findTool, batchId, items, now));
  }
  const looked = await sweepOpenBatches(deps, findTool);
  await resumeRemovals(deps, now);
  return { queued: overdue.size, looked };
}

/** Ends those with nothing left to do, and finishes what a cancel or a revoke began. */
async function sweepOpenBatches(deps: Deps, findTool: FindTool): Promise<number> {
  const { firestore } = deps;
  const open = await firestore.collection('batches').where('endedAt', '==', null).limit(MOST).get();
  const owners = open.docs.map((snapshot) => String(snapshot.get('owner')));
  const emails = await readEmails(firestore, owners);
  for (const snapshot of open.docs) {
    await catchAndLog(UNSWEPT, { batch: snapshot.id }, async () => {
      const batch = parseBatch(snapshot);
      if (!batch) return;
      const isRevoked = !emails.has(batch.owner);
      if (batch.cancelledAt || isRevoked) await cancelBatch(deps, findTool, batch.id);
      else await endBatchIfSettled(deps, findTool(batch.tool), batch.id);
    });
  }
  return open.size;
}

/** A removal usually takes seconds; one that takes longer was lost, and is enqueued once per interval. */
async function resumeRemovals(deps: Deps, now: Timestamp): Promise<void> {
  const removedBefore = Timestamp.fromMillis(now.toMillis() - REMOVAL_MS);
  const deleted = await deps.firestore
    .collection('batches')
    .where('deletedAt', '<=', removedBefore)
    .limit(MOST)
    .select()
    .get();
  const round = String(Math.floor(now.toMillis() / REMOVAL_MS));
  for (const { id } of deleted.docs) await enqueueRemoval(deps, id, round);
}

async function sendAgain(
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
    const indexes = items.flatMap((item) => parseItem(item)?.index ?? []);
    await enqueueItems(deps, tool, tool.settings.parse(batch.settings), batchId, indexes, `${now.seconds}`);
  }
  // Leases end by themselves; of what only waits the next sweep must not send a third task.
  const writer = firestore.batch();
  for (const item of items) {
    if (!batch) writer.delete(item.ref);
    else if (item.get('state') === 'queued') {
      writer.update(item.ref, { wakeAt: Timestamp.fromMillis(now.toMillis() + QUEUED_FOR_MS) });
    }
  }
  await writer.commit();
}
