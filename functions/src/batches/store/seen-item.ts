/** Changes of an item that hold only as long as nobody else has changed it: no transaction has to read it first. */
import type { DocumentSnapshot, Firestore, Timestamp } from 'firebase-admin/firestore';
import type { Writer } from '../../platform/writer.ts';
import type { ItemRecord } from './batch-record.ts';
import { batchReference, itemReference, parseBatch, parseItem, type Batch } from './batch-store.ts';

/** An item as it was when a worker last saw it; follows what the worker makes of it. */
export interface SeenItem {
  record: ItemRecord;
  version: Timestamp;
}

/** What becomes of an item; whatever else belongs to the change is given to the writer. */
export type Change = (writer: Writer, record: ItemRecord) => ItemRecord;

const MOST_TRIES = 5;
/** NOT_FOUND and FAILED_PRECONDITION. */
const OUTDATED_CODES: ReadonlySet<unknown> = new Set([5, 9]);

/** With its batch, in one look. */
export async function seeItem(
  firestore: Firestore,
  batchId: string,
  index: number,
): Promise<{ batch: Batch | undefined; item: SeenItem | undefined }> {
  const [batch, item] = await firestore.getAll(
    batchReference(firestore, batchId),
    itemReference(firestore, batchId, index),
  );
  return { batch: batch && parseBatch(batch), item: item && readSeen(item) };
}

function readSeen(snapshot: DocumentSnapshot): SeenItem | undefined {
  const record = parseItem(snapshot);
  return record && snapshot.updateTime && { record, version: snapshot.updateTime };
}

/** False, and nothing is written, when somebody has changed the item since it was seen. */
export async function changeSeen(
  firestore: Firestore,
  batchId: string,
  item: SeenItem,
  change: Change,
): Promise<boolean> {
  return (await tryChange(firestore, batchId, item, change)) === 'changed';
}

/** For whoever still has the lease; of others nothing is changed. */
export async function changeHeld(
  firestore: Firestore,
  batchId: string,
  item: SeenItem,
  change: Change,
): Promise<boolean> {
  // A renewal of the lease runs beside the worker's other changes: those must not change whose lease it is.
  const held = { ...item };
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const outcome = await tryChange(firestore, batchId, item, change);
    if (outcome === 'changed') return true;
    if (!isHeld(held, outcome?.record)) return false;
    Object.assign(item, outcome);
  }
  throw new Error(`Item ${item.record.index} of ${batchId} would not hold still.`);
}

export const isHeld = (item: SeenItem, current: ItemRecord | undefined): current is ItemRecord =>
  current?.isOpen === true && current.worker === item.record.worker;

/** Answers the item as it is when it is no longer as it was seen. */
async function tryChange(
  firestore: Firestore,
  batchId: string,
  item: SeenItem,
  change: Change,
): Promise<'changed' | SeenItem | undefined> {
  const reference = itemReference(firestore, batchId, item.record.index);
  const writer = firestore.batch();
  const wanted = change(writer, item.record);
  writer.update(reference, { ...wanted }, { lastUpdateTime: item.version });
  try {
    const written = (await writer.commit()).at(-1);
    Object.assign(item, { record: wanted, version: written?.writeTime ?? item.version });
    return 'changed';
  } catch (error) {
    if (!isOutdated(error)) throw error;
  }
  const current = readSeen(await reference.get());
  // The answer to a write that was done may have been lost, and the SDK has then sent it again.
  const isDone = current?.record.worker === wanted.worker && current.record.state === wanted.state;
  if (!isDone) return current;
  Object.assign(item, current);
  return 'changed';
}

/** The item is gone, or has changed since. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && OUTDATED_CODES.has(error.code);
