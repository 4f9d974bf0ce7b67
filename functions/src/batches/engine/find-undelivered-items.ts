import type { Firestore, Timestamp } from 'firebase-admin/firestore';
import { QUEUED_FOR_MS, type ItemRecord } from '../store/batch-record.ts';
import { readItem, readOverdueItems, type Batch } from '../store/batch-store.ts';
import { mergeProgress, readProgress } from '../store/progress-store.ts';
import { hasPreviousStage } from './enqueue-items.ts';

interface UndeliveredItem {
  item: ItemRecord;
  /** Since when its task should have been delivered. */
  since: Timestamp;
}

/**
 * Items in the window of the batch that were not delivered in time: their task was lost or never enqueued. Those behind them
 * are enqueued when they are delivered.
 */
export async function findUndeliveredItems(
  firestore: Firestore,
  batch: Batch,
  now: Timestamp,
): Promise<UndeliveredItem[]> {
  const overdue = await readOverdueItems(firestore, batch, now);
  if (hasPreviousStage(batch)) return findUndeliveredReleased(firestore, batch, overdue, now);
  const found = await Promise.all(overdue.map((item) => findInWindow(firestore, batch, item, now)));
  const byIndex = new Map(found.flatMap((each) => (each ? [[each.item.index, each]] : [])));
  return [...byIndex.values()];
}

/** The overdue item, or the one before it that still has its place. Undefined if neither was due for long. */
async function findInWindow(
  firestore: Firestore,
  { id, window }: Batch,
  item: ItemRecord,
  now: Timestamp,
): Promise<UndeliveredItem | undefined> {
  const isFirst = item.index < window;
  if (isFirst || item.claimedAt) return { item, since: item.notBefore };
  const previous = await readItem(firestore, id, item.index - window);
  if (previous?.state !== 'queued') {
    const since = findLater(previous?.claimedAt ?? item.notBefore, previous?.notBefore ?? item.notBefore);
    return since.toMillis() + QUEUED_FOR_MS <= now.toMillis() ? { item, since } : undefined;
  }
  const isOverdue = previous.claimedAt !== null && previous.wakeAt.toMillis() <= now.toMillis();
  return isOverdue ? { item: previous, since: previous.notBefore } : undefined;
}

/** The first ones got their place in the queue when they were released, or when the latest item was claimed. */
async function findUndeliveredReleased(
  firestore: Firestore,
  { id }: Batch,
  overdue: readonly ItemRecord[],
  now: Timestamp,
): Promise<UndeliveredItem[]> {
  if (overdue.length === 0) return [];
  const views = Object.values(mergeProgress(await readProgress(firestore, id)));
  const claims = views.flatMap(({ claimedAt }) => claimedAt ?? []);
  return overdue.flatMap((item) => {
    const since = item.claimedAt ? item.notBefore : claims.reduce(findLater, item.notBefore);
    return since.toMillis() + QUEUED_FOR_MS <= now.toMillis() ? [{ item, since }] : [];
  });
}

const findLater = (one: Timestamp, other: Timestamp): Timestamp =>
  one.toMillis() > other.toMillis() ? one : other;
