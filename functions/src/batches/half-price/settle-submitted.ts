/** Changes items of a provider batch, many at a time, each with its money and progress. */
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { NO_MICROS } from '../../spend/micros.ts';
import { passOn } from '../engine/pass-on.ts';
import { releaseReserve, settleItem, type Outcome } from '../engine/settle-item.ts';
import { QUEUED_FOR_MS, type ItemRecord } from '../store/batch-record.ts';
import { itemReference, parseItem, readItemsAt, type Batch } from '../store/batch-store.ts';
import { writeItemProgress } from '../store/progress-store.ts';
import type { Writer } from '../../platform/writer.ts';
import type { ProviderBatch } from '../store/provider-batch-store.ts';

/** Of one transaction: each writes about three documents. */
export const ITEMS_AT_ONCE = 20;

export const isSubmittedIn = (item: ItemRecord, { id }: Pick<ProviderBatch, 'id'>): boolean =>
  item.state === 'submitted' && item.providerBatch === id;

/** Those that have no result yet. */
export async function readSubmitted(
  firestore: Firestore,
  providerBatch: ProviderBatch,
): Promise<ItemRecord[]> {
  const items = await readItemsAt(firestore, providerBatch.batchId, providerBatch.indexes);
  return items.filter((item) => isSubmittedIn(item, providerBatch));
}

/** Ends those of the provider batch that have no result yet. Undefined leaves an item as it is. */
export async function settleSubmitted(
  deps: Deps,
  batch: Batch,
  providerBatch: ProviderBatch,
  indexes: readonly number[],
  findOutcome: (item: ItemRecord) => Outcome | undefined,
): Promise<void> {
  const isMeant = (item: ItemRecord) => isSubmittedIn(item, providerBatch);
  await settleWhere(deps, batch, indexes, isMeant, findOutcome);
}

export async function settleWhere(
  deps: Deps,
  batch: Batch,
  indexes: readonly number[],
  isMeant: (item: ItemRecord) => boolean,
  findOutcome: (item: ItemRecord) => Outcome | undefined,
): Promise<void> {
  const { firestore } = deps;
  const settled = await changeItems(firestore, batch, indexes, isMeant, (writer, item) => {
    const outcome = findOutcome(item);
    return outcome && settleItem(firestore, writer, batch, item, outcome);
  });
  for (const item of settled) await passOn(deps, batch, item);
}

/** Their provider batch was certainly not created: another one may take them. */
export async function requeueSubmitted(
  { firestore }: Pick<Deps, 'firestore'>,
  batch: Batch,
  providerBatch: ProviderBatch,
): Promise<void> {
  const isMeant = (item: ItemRecord) => isSubmittedIn(item, providerBatch);
  await changeItems(firestore, batch, providerBatch.indexes, isMeant, (writer, item) => {
    releaseReserve(firestore, writer, batch, item, NO_MICROS);
    const { providerBatch: _, ...kept } = item;
    const queued: ItemRecord = {
      ...kept,
      state: 'queued',
      attempts: item.attempts - 1,
      reserved: NO_MICROS,
      spendMonth: null,
      wakeAt: Timestamp.fromMillis(Date.now() + QUEUED_FOR_MS),
    };
    writeItemProgress(firestore, writer, batch, queued);
    return queued;
  });
}

/** Returns the changed ones. */
async function changeItems(
  firestore: Firestore,
  batch: Batch,
  indexes: readonly number[],
  isMeant: (item: ItemRecord) => boolean,
  change: (writer: Writer, item: ItemRecord) => ItemRecord | undefined,
): Promise<ItemRecord[]> {
  const all: ItemRecord[] = [];
  for (let start = 0; start < indexes.length; start += ITEMS_AT_ONCE) {
    const references = indexes
      .slice(start, start + ITEMS_AT_ONCE)
      .map((index) => itemReference(firestore, batch.id, index));
    const changed = await firestore.runTransaction(async (transaction) => {
      const items = (await transaction.getAll(...references)).flatMap((found) => parseItem(found) ?? []);
      return items.filter(isMeant).flatMap((item) => {
        const updated = change(transaction, item);
        if (updated) transaction.set(itemReference(firestore, batch.id, item.index), updated);
        return updated ?? [];
      });
    });
    all.push(...changed);
  }
  return all;
}
