/**
 * Releases items of a pipeline's later stages, whose pictures get ready in any order. As everywhere, only a few of a batch wait in
 * the queue: each item that is worked on enqueues the one that was linked to it. See docs/decisions/007.
 */
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import type { StoredImage } from '../../pictures/media/stored-image.ts';
import { isConflict } from '../../platform/firestore-errors.ts';
import type { Writer } from '../../platform/writer.ts';
import { QUEUED_FOR_MS, type ItemRecord } from '../store/batch-record.ts';
import { itemReference, type Batch } from '../store/batch-store.ts';
import { readItemSnapshot, updateIfUnchanged } from '../store/item-snapshot.ts';
import { enqueueItems } from './enqueue-items.ts';

const MAX_TRIES = 5;
/** More than run at a time. */
const MAX_BATCHES = 1000;

/** An item that was released, and that no other one follows yet. */
interface Tail {
  index: number;
  version: Timestamp;
}

/**
 * By batch, what this instance has released last, as many as the window has places. If that is forgotten, another item gets a
 * place; usually one instance works on all items of a stage.
 */
const tails = new Map<string, Tail[]>();

interface Release {
  batch: Batch;
  /** Of the batch and its items, which were created in one commit. */
  createdIn: Timestamp | undefined;
  index: number;
  source: StoredImage;
}

/** Has no effect on an item that was worked on or cancelled. */
export async function releaseItem(deps: Deps, { batch, createdIn, index, source }: Release): Promise<void> {
  const { firestore } = deps;
  const now = Date.now();
  const change = {
    state: 'queued' as const,
    notBefore: Timestamp.fromMillis(now),
    wakeAt: Timestamp.fromMillis(now + QUEUED_FOR_MS),
    source,
  };
  const version = createdIn && (await updateAt(firestore, batch.id, index, createdIn, change));
  if (version && !batch.halfPrice) return enqueueInTurn(deps, batch, { index, version });
  // The schedule submits all that is ready by then.
  if (version) return undefined;
  const released = await changeWaiting(firestore, batch.id, index, (record) => ({ ...record, ...change }));
  // Also if an earlier delivery was lost before it has enqueued the item.
  if (released?.state === 'queued' && !batch.halfPrice) await enqueueItems(deps, batch, [index]);
}

/** Links the item behind one that still waits for its turn, or enqueues it right away. */
async function enqueueInTurn(deps: Deps, batch: Batch, item: Tail): Promise<void> {
  const last = tails.get(batch.id) ?? [];
  const before = last.length < batch.window ? undefined : last[0];
  tails.delete(batch.id);
  tails.set(batch.id, [...last.slice(before ? 1 : 0), item]);
  const [oldest] = tails.keys();
  if (tails.size > MAX_BATCHES && oldest !== undefined) tails.delete(oldest);
  const follows =
    before &&
    (await updateAt(deps.firestore, batch.id, before.index, before.version, { followedBy: item.index }));
  // The other one is worked on already.
  if (!follows) await enqueueItems(deps, batch, [item.index]);
}

/** Undefined if the item has changed since. Costs no read. */
async function updateAt(
  firestore: Firestore,
  batchId: string,
  index: number,
  lastUpdateTime: Timestamp,
  change: Partial<ItemRecord>,
): Promise<Timestamp | undefined> {
  try {
    const { writeTime } = await itemReference(firestore, batchId, index).update(change, { lastUpdateTime });
    return writeTime;
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
}

/** Returns the item as it is afterwards. One that does not wait is left as it is. */
export async function changeWaiting(
  firestore: Firestore,
  batchId: string,
  index: number,
  change: (record: ItemRecord, writer: Writer) => ItemRecord,
): Promise<ItemRecord | undefined> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const item = await readItemSnapshot(firestore, batchId, index);
    if (item?.record.state !== 'waiting') return item?.record;
    const update = (writer: Writer, record: ItemRecord) => change(record, writer);
    if (await updateIfUnchanged(firestore, batchId, item, update)) return item.record;
  }
  throw new Error(`Item ${index} of ${batchId} changed during each of ${MAX_TRIES} updates.`);
}
