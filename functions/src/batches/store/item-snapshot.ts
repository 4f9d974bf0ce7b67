/** Optimistic updates of an item: each is one conditional commit. See docs/decisions/003. */
import type { DocumentSnapshot, Firestore, Timestamp } from 'firebase-admin/firestore';
import { isConflict } from '../../platform/firestore-errors.ts';
import type { Writer } from '../../platform/writer.ts';
import type { ItemRecord } from './batch-record.ts';
import { itemReference, parseItem } from './batch-store.ts';

/** An item as last read or written by a worker; each successful update replaces its content. */
export interface ItemSnapshot {
  record: ItemRecord;
  version: Timestamp;
}

/** Returns the updated record. Further writes of the same commit go to the writer. */
export type ItemUpdate = (writer: Writer, record: ItemRecord) => ItemRecord;

const MAX_TRIES = 5;

export const readItemSnapshot = async (
  firestore: Firestore,
  batchId: string,
  index: number,
): Promise<ItemSnapshot | undefined> => parseSnapshot(await itemReference(firestore, batchId, index).get());

function parseSnapshot(snapshot: DocumentSnapshot): ItemSnapshot | undefined {
  const record = parseItem(snapshot);
  return record && snapshot.updateTime && { record, version: snapshot.updateTime };
}

/** Returns false, and writes nothing, if the item has changed since the snapshot. */
export async function updateIfUnchanged(
  firestore: Firestore,
  batchId: string,
  item: ItemSnapshot,
  update: ItemUpdate,
): Promise<boolean> {
  return (await tryUpdate(firestore, batchId, item, update)) === 'updated';
}

/** Applies the update to the latest version. Returns false, and writes nothing, if this worker has lost the lease. */
export async function updateWhileLeased(
  firestore: Firestore,
  batchId: string,
  item: ItemSnapshot,
  update: ItemUpdate,
): Promise<boolean> {
  if (!item.record.isOpen) return false;
  // A concurrent lease renewal changes `item`; the worker to compare with must stay the same.
  const leased = { ...item };
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const outcome = await tryUpdate(firestore, batchId, item, update);
    if (outcome === 'updated') return true;
    if (!hasSameLease(leased, outcome?.record)) return false;
    Object.assign(item, outcome);
  }
  throw new Error(`Item ${item.record.index} of ${batchId} changed during each of ${MAX_TRIES} updates.`);
}

export const hasSameLease = (item: ItemSnapshot, current: ItemRecord | undefined): current is ItemRecord =>
  current?.isOpen === true && current.worker === item.record.worker;

/** On a conflict, returns the current item, or undefined if it was deleted. */
async function tryUpdate(
  firestore: Firestore,
  batchId: string,
  item: ItemSnapshot,
  update: ItemUpdate,
): Promise<'updated' | ItemSnapshot | undefined> {
  const reference = itemReference(firestore, batchId, item.record.index);
  const writer = firestore.batch();
  const updated = update(writer, item.record);
  writer.update(reference, { ...updated }, { lastUpdateTime: item.version });
  try {
    const written = (await writer.commit()).at(-1);
    Object.assign(item, { record: updated, version: written?.writeTime ?? item.version });
    return 'updated';
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  const current = parseSnapshot(await reference.get());
  // The commit may have succeeded: its response was lost, and the SDK's retry then hit the precondition.
  const isDone =
    current?.record.worker === updated.worker &&
    current.record.state === updated.state &&
    current.record.startedCall?.id === updated.startedCall?.id;
  if (!isDone) return current;
  Object.assign(item, current);
  return 'updated';
}
