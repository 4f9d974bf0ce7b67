/** The life of an item, from the delivery of its task to its outcome. Each step changes the item through the leased item. */
import type { Deps } from '../deps.ts';
import { makeCachedReads } from '../../platform/cached-reads.ts';
import { keepLease, nameWorker } from '../../platform/leases.ts';
import { logError } from '../../platform/logs/log.ts';
import type { ItemTask } from '../../platform/queues/queues.ts';
import { findTaskTimes } from '../../platform/queues/task-times.ts';
import { waitForCounts } from '../../providers/statistics-store.ts';
import { readBatch, readItem } from '../store/batch-store.ts';
import { readItemSnapshot } from '../store/item-snapshot.ts';
import type { Attempt, Tool } from '../tool.ts';
import { attemptItem, findEarlyCost } from './attempt-item.ts';
import { concludeAttempt, retryOrFail, type Again } from './conclude-attempt.ts';
import { endBatchIfSettled } from './end-batch.ts';
import { enqueueItems, enqueueNextItem } from './enqueue-items.ts';
import { makeLeasedItem, nameOf, type LeasedItem } from './leased-item.ts';
import { withFileMemory } from './large-files.ts';
import { passOn } from './pass-on.ts';
import { PORTAL_FAULTS } from './portal-faults.ts';
import { recoverCall } from './recover-call.ts';

/** Renewed while the work runs. After a crash the next delivery waits for its end. */
const FREE_LEASE_MS = 20_000;
const RENEW_MS = 5000;
const BATCH_CACHE_MS = 2000;

/** Shared by first deliveries. They may miss a cancel, but then their update of the item fails. See docs/decisions/003. */
const cachedBatches = makeCachedReads(() => BATCH_CACHE_MS, readBatch);

/** Handles one delivery of an item's task. */
export async function processItem(deps: Deps, task: ItemTask): Promise<void> {
  try {
    await deliver(deps, task);
  } finally {
    await waitForCounts(deps.firestore);
  }
}

async function deliver(deps: Deps, { batchId, index, waits }: ItemTask): Promise<void> {
  const { firestore } = deps;
  const [batch, item] = await Promise.all([
    waits === 0 ? cachedBatches.get(firestore, batchId) : readBatch(firestore, batchId),
    readItemSnapshot(firestore, batchId, index),
  ]);
  if (!batch) return;
  const tool = deps.findTool(batch.tool);
  countTask(deps, batchId, 1);
  try {
    if (item) await deliverItem(deps, makeLeasedItem(deps, tool, batch, item, waits), waits);
  } finally {
    countTask(deps, batchId, -1);
  }
  // A task that was interrupted comes again.
  if (!deps.tasksOfBatches.has(batchId)) await endBatchIfSettled(deps, batchId);
}

function countTask({ tasksOfBatches }: Deps, batchId: string, change: 1 | -1): void {
  const count = (tasksOfBatches.get(batchId) ?? 0) + change;
  if (count > 0) tasksOfBatches.set(batchId, count);
  else tasksOfBatches.delete(batchId);
}

async function deliverItem(deps: Deps, leased: LeasedItem, waits: number): Promise<void> {
  const { batch, index } = leased;
  let next: Promise<void> | undefined;
  const enqueueNext = () => {
    next ??= enqueueNextItem(deps, batch, leased.readRecord());
    // Awaited below.
    next.catch(() => undefined);
  };
  const again = await claimAndWork(deps, leased, enqueueNext);
  // A failed delivery would be logged as an error, and Cloud Tasks would slow the whole queue down.
  if (again) await enqueueItems(deps, batch, [index], { at: again, waits: waits + 1 });
  const isWaiting = again && leased.readRecord().state === 'queued';
  if (!isWaiting) enqueueNext();
  // If it failed, the delivery fails and comes again.
  await next;
  if (!again) await passOnIfFinal(deps, leased);
}

/** An earlier delivery may have settled the item, and been lost before it has passed the picture on. */
async function passOnIfFinal(deps: Deps, { batch, index, readRecord }: LeasedItem): Promise<void> {
  if (batch.pipeline?.next === undefined) return;
  const known = readRecord();
  // Another worker, or a transaction, may have changed it.
  const item = known.isOpen ? await readItem(deps.firestore, batch.id, index) : known;
  if (item && !item.isOpen) await passOn(deps, batch, item);
}

/** `onStart`: called when the item's attempt begins. */
async function claimAndWork(deps: Deps, leased: LeasedItem, onStart: () => void): Promise<Again> {
  const { tool } = leased;
  const earlyCost = await findEarlyCost(deps, leased);
  const worker = nameWorker();
  const claim = await leased.claim(worker, findLeaseMs(tool), earlyCost);
  if (claim.kind === 'later') {
    await leased.showRetry(claim.at);
    return claim.at;
  }
  if (claim.kind === 'claimed') {
    if (tool.isCharged) return work(deps, leased, onStart);
    const renew = () => leased.renewLease(worker, FREE_LEASE_MS);
    return keepLease({ renew, everyMs: RENEW_MS, name: nameOf(leased) }, (leaseLost) =>
      work(deps, leased, onStart, leaseLost),
    );
  }
  return claim.kind === 'called' ? recoverCall(deps, leased) : undefined;
}

const findLeaseMs = ({ isCharged, queues }: Tool): number =>
  isCharged ? Math.max(...queues.map(({ work }) => findTaskTimes(work).itemLeaseMs)) : FREE_LEASE_MS;

async function work(
  deps: Deps,
  leased: LeasedItem,
  onStart: () => void,
  leaseLost?: AbortSignal,
): Promise<Again> {
  let isSent = false;
  const onSend = () => {
    isSent = true;
  };
  let attempt: Attempt | undefined;
  try {
    attempt = await withFileMemory(leased, () => attemptItem(deps, leased, onStart, onSend, leaseLost));
  } catch (error) {
    if (isSent) throw error;
    logError('Work on an item failed before a request was sent.', error, nameOf(leased));
    return retryOrFail(leased, PORTAL_FAULTS.unexpected);
  }
  return attempt && !leaseLost?.aborted ? concludeAttempt(deps, leased, attempt) : undefined;
}
