import { Timestamp } from 'firebase-admin/firestore';
import { enqueueItems } from '../../batches/engine/enqueue-items.ts';
import { listUnstoredImages } from '../../batches/engine/unstored-images.ts';
import type { ItemRecord } from '../../batches/store/batch-record.ts';
import { OPEN_STATES, readItemsIn, type Batch } from '../../batches/store/batch-store.ts';
import { readItemSnapshot, updateIfUnchanged } from '../../batches/store/item-snapshot.ts';
import { folderOf, publicIdOf } from '../../batches/store/media-names.ts';
import { hurryProviderBatches } from '../../batches/engine/enqueue-half-price.ts';
import type { Deps } from '../../batches/deps.ts';

/**
 * Enqueues the items that no worker has and that are due, as many queued ones as the window has places. Those whose paid image
 * waits to be stored become due: their call has ended.
 */
export async function deliverDueItems(deps: Deps, batch: Batch): Promise<void> {
  if (batch.halfPrice) await hurryProviderBatches(deps, batch);
  const now = Timestamp.now();
  const items = await readItemsIn(deps.firestore, batch.id, OPEN_STATES);
  const isCalled = items.some(({ state }) => state === 'calling');
  const unstored = new Set(isCalled ? await listUnstoredImages(deps, folderOf(batch)) : []);
  const due: ItemRecord[] = [];
  for (const item of items) {
    const waitsForStorage = item.state === 'calling' && unstored.has(publicIdOf(batch, item.index));
    if (waitsForStorage) await endPause(deps, batch, item.index, now);
    if (waitsForStorage || isDue(item, now)) due.push(item);
  }
  const queued = due.filter(({ state }) => state === 'queued').sort((one, other) => one.index - other.index);
  const called = due.filter(({ state }) => state !== 'queued');
  const indexes = [...called, ...queued.slice(0, batch.window)].map(({ index }) => index);
  await enqueueItems(deps, batch, indexes, { round: `retry-${now.toMillis()}` });
}

const isDue = ({ state, notBefore, wakeAt }: ItemRecord, now: Timestamp): boolean =>
  (state === 'queued' ? notBefore : wakeAt).toMillis() <= now.toMillis();

/** A worker that has the item at this moment stores the same image under the same name. */
async function endPause({ firestore }: Deps, batch: Batch, index: number, now: Timestamp): Promise<void> {
  const item = await readItemSnapshot(firestore, batch.id, index);
  if (item?.record.state !== 'calling') return;
  await updateIfUnchanged(firestore, batch.id, item, (_writer, record) => ({ ...record, wakeAt: now }));
}
