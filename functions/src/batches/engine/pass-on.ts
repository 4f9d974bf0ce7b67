/**
 * What happens to a picture of a pipeline once its item is final: the item of the next stage is released, or cancelled with the
 * reason, and so on down the chain. Never in the commit that settles the item. A worker that is lost in between is repaired by the
 * next delivery of its task, and by the sweep. See docs/decisions/007.
 */
import type { Firestore, Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { makeCachedReads } from '../../platform/cached-reads.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import type { ItemRecord } from '../store/batch-record.ts';
import {
  batchReference,
  countItemsIn,
  OPEN_STATES,
  parseBatch,
  readBatch,
  readItemsAt,
  readItemsIn,
  type Batch,
} from '../store/batch-store.ts';
import { readItemView } from '../store/progress-store.ts';
import { endBatchIfSettled } from './end-batch.ts';
import { changeWaiting, releaseItem } from './release-item.ts';
import { settleItem } from './settle-item.ts';

const NEXT_CACHE_MS = 60_000;
const MAX_CACHED = 200;
const NOT_CHOSEN = 'Not chosen.';
const DELETED = 'The picture of the previous stage was deleted.';

interface Next {
  batch: Batch;
  /** Of its items too, until they change: all were created in one commit. */
  createdIn: Timestamp | undefined;
}

/** What is read of it never changes, except by a choice, which passes all pictures on itself. */
const cachedNext = makeCachedReads(() => NEXT_CACHE_MS, readNext, MAX_CACHED);

async function readNext(firestore: Firestore, batchId: string): Promise<Next | undefined> {
  const snapshot = await batchReference(firestore, batchId).get();
  const batch = parseBatch(snapshot);
  return batch && { batch, createdIn: snapshot.createTime };
}

/** Idempotent. `item`: a final one of the batch. */
export async function passOn(deps: Deps, batch: Batch, item: ItemRecord): Promise<void> {
  const id = batch.pipeline?.next;
  const next = id === undefined ? undefined : await cachedNext.get(deps.firestore, id);
  if (next) await passOnTo(deps, batch, item, next);
}

/** All pictures of the batch that are final and that the next stage waits for. */
export async function passAllOn(deps: Deps, batch: Batch): Promise<void> {
  const { firestore } = deps;
  const id = batch.pipeline?.next;
  const next = id === undefined ? undefined : await readNext(firestore, id);
  if (!next || next.batch.endedAt) return;
  const waiting = await readItemsIn(firestore, next.batch.id, ['waiting']);
  const indexes = waiting.map(({ index }) => index);
  const items = await readItemsAt(firestore, batch.id, indexes);
  const final = items.filter(({ isOpen }) => !isOpen);
  await forEachAtOnce(final, (item) => passOnTo(deps, batch, item, next));
}

/**
 * For the sweep. Costs up to four reads; more only if pictures were not passed on, or are being passed on at this moment: each
 * waiting item has an open one before it, or, before a choice, one that is done.
 */
export async function passOnLost(deps: Deps, { id, pipeline }: Batch): Promise<void> {
  if (pipeline?.previous === undefined) return;
  const { firestore } = deps;
  const previous = await readBatch(firestore, pipeline.previous);
  const states = pipeline.isHeld ? ([...OPEN_STATES, 'done'] as const) : OPEN_STATES;
  // In this order: what is passed on in between is not counted as lost.
  const expected = previous && !previous.deletedAt ? await countItemsIn(firestore, previous.id, states) : 0;
  if ((await countItemsIn(firestore, id, ['waiting'])) <= expected) return;
  if (previous) return passAllOn(deps, previous);
  const next = await readNext(firestore, id);
  if (!next) return;
  const waiting = await readItemsIn(firestore, id, ['waiting']);
  await forEachAtOnce(waiting, ({ index }) => cancelFrom(deps, next, index, DELETED));
}

async function passOnTo(deps: Deps, batch: Batch, item: ItemRecord, next: Next): Promise<void> {
  const { index } = item;
  const { isHeld = false, chosen } = next.batch.pipeline ?? {};
  const isGone = batch.deletedAt !== null || batch.deletedItems?.includes(index) === true;
  if (item.state === 'done' && item.image && !isGone) {
    if (isHeld) return;
    if (chosen && !chosen.includes(index)) return cancelFrom(deps, next, index, NOT_CHOSEN);
    return releaseItem(deps, { ...next, index, source: item.image });
  }
  const reason = item.state === 'done' ? DELETED : await describeLoss(deps.firestore, batch, item);
  return cancelFrom(deps, next, index, reason);
}

/** Why there is no picture, for the owner. */
async function describeLoss(
  firestore: Firestore,
  { id }: Batch,
  { index, state }: ItemRecord,
): Promise<string> {
  const reason = (await readItemView(firestore, id, index))?.reason;
  // Of an item before this one, or of a choice.
  if (state === 'cancelled') return reason ?? 'The picture was not made: it was cancelled.';
  const certainty = state === 'uncertain' ? 'may not have been made' : 'was not made';
  return `The picture ${certainty}${reason === undefined ? '.' : `: ${reason}`}`;
}

/** The item and those of the stages after it. Each batch ends if nothing else of it is open. */
async function cancelFrom(deps: Deps, { batch }: Next, index: number, reason: string): Promise<void> {
  const { firestore } = deps;
  const changed = await changeWaiting(firestore, batch.id, index, (record, writer) =>
    settleItem(firestore, writer, batch, record, { state: 'cancelled', reason }),
  );
  // One that was released before ends by itself.
  if (changed?.state !== 'cancelled') return;
  const id = batch.pipeline?.next;
  const next = id === undefined ? undefined : await cachedNext.get(firestore, id);
  if (next) await cancelFrom(deps, next, index, reason);
  await endBatchIfSettled(deps, batch.id);
}
