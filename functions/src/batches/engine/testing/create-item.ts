import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { findTool } from '../../../tools.ts';
import { createRecord } from '../../sources/testing/create-batches.ts';
import { makeQueuedItem, type ItemRecord } from '../../store/batch-record.ts';
import { batchReference, itemReference, readBatch, type Batch } from '../../store/batch-store.ts';
import { readItemSnapshot } from '../../store/item-snapshot.ts';
import { progressReference } from '../../store/progress-store.ts';
import { makeLeasedItem, type LeasedItem } from '../leased-item.ts';

const BATCH_ID = 'batch';
const INDEX = 3;
const now = Timestamp.now();
const later = Timestamp.fromMillis(now.toMillis() + 60 * 60 * 1000);

export const createBatch = (overrides: Partial<Batch>): Batch => ({
  ...createRecord({
    owner: 'artist',
    name: 'A batch',
    total: 4,
    createdAt: now,
    expiresAt: later,
    endedAt: null,
  }),
  id: BATCH_ID,
  ...overrides,
});

export const itemOf = (firestore: Firestore) => itemReference(firestore, BATCH_ID, INDEX);

/** What the owner's page reads about the item. */
export const progressOf = (firestore: Firestore) => progressReference(firestore, BATCH_ID, INDEX);
/** How much of its work is done, as the owner sees it. */
export const readShownProgress = async (firestore: Firestore): Promise<unknown> =>
  (await progressOf(firestore).get()).get(`items.${INDEX}.progress`);
export const writeShownProgress = (firestore: Firestore, progress: number) =>
  progressOf(firestore).set({ items: { [INDEX]: { progress } } });

export async function writeBatch(firestore: Firestore, overrides: Partial<Batch>): Promise<void> {
  const { id, ...batch } = createBatch(overrides);
  await batchReference(firestore, id).set(batch);
}

/** Writes a batch and one of its items. */
export async function writeItem(
  firestore: Firestore,
  overrides: Partial<ItemRecord> = {},
  batchOverrides: Partial<Batch> = {},
): Promise<void> {
  await writeBatch(firestore, batchOverrides);
  await itemOf(firestore).set({ ...makeQueuedItem(INDEX, INDEX, now.toMillis(), later), ...overrides });
}

/** As a delivery of its task sees it. */
export async function readLeased(firestore: Firestore, using = firestore): Promise<LeasedItem> {
  const [batch, item] = await Promise.all([
    readBatch(firestore, BATCH_ID),
    readItemSnapshot(firestore, BATCH_ID, INDEX),
  ]);
  if (!batch || !item) throw new Error('The item does not exist.');
  return makeLeasedItem({ firestore: using }, findTool(batch.tool), batch, item);
}
