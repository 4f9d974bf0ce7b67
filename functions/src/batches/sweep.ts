import { Timestamp, type QueryDocumentSnapshot } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import type { Deps } from '../deps.ts';
import { parseBatch, parseItem, readBatch } from './batch-store.ts';
import { enqueueItems, QUEUED_FOR_MS } from './create-batch.ts';
import { endBatchIfSettled } from './end-batch.ts';
import type { FindTool } from './tool.ts';

const MOST = 500;

/**
 * Sends another task for every item whose lease or turn has passed, and ends batches whose last worker was lost before
 * it could. The item's record decides what the task does: one too many does nothing. A batch that cannot be read holds up
 * no other.
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
    await holdUpNoOther(batchId, () => sendAgain(deps, findTool, batchId, items, now));
  }
  const running = await firestore.collection('batches').where('endedAt', '==', null).limit(MOST).get();
  for (const snapshot of running.docs) {
    await holdUpNoOther(snapshot.id, async () => {
      const batch = parseBatch(snapshot);
      if (batch) await endBatchIfSettled(deps, findTool(batch.tool), batch.id);
    });
  }
  return { queued: overdue.size, looked: running.size };
}

async function holdUpNoOther(batchId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger.error('A batch could not be swept.', error, { batch: batchId });
  }
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
