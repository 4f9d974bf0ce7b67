/**
 * What happens to a picture of a pipeline once its item is final: the item of the next stage is released, or cancelled with the
 * reason, and so on down the chain. Never in the commit that settles the item. A worker that is lost in between is repaired by the
 * next delivery of its task, and by the sweep. See docs/decisions/007.
 */
import { hasSevereIssue } from '@portal/contracts/checks';
import type { Firestore, Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../deps.ts';
import { makeCachedReads } from '../../platform/cached-reads.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import type { StoredImage } from '../../pictures/media/stored-image.ts';
import type { BatchPipeline, ItemRecord } from '../store/batch-record.ts';
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
import { readItemView, readItemViews } from '../store/progress-store.ts';
import { endBatchIfSettled } from './end-batch.ts';
import { changeWaiting, releaseItem } from './release-item.ts';
import { settleItem } from './settle-item.ts';

const NEXT_CACHE_MS = 60_000;
const MAX_CACHED = 200;
const NOT_CHOSEN = 'Not chosen.';
/** Of a check that is over: it informs, so that a picture goes on without it. */
const CHECKED_STATES = ['done', 'failed', 'uncertain'] as const;
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
 * For the sweep. Costs up to four reads, after a check a few more; many only if pictures were not passed on, or are being passed
 * on at this moment: each waiting item has an open one before it, or, before a choice, one that waits for it.
 */
export async function passOnLost(deps: Deps, { id, pipeline }: Batch): Promise<void> {
  if (pipeline?.previous === undefined) return;
  const { firestore } = deps;
  const previous = await readBatch(firestore, pipeline.previous);
  const source = await readSource(firestore, previous);
  const isKept = previous && !previous.deletedAt && source && !source.deletedAt;
  // In this order: what is passed on in between is not counted as lost.
  const expected = isKept ? await countExpected(firestore, previous, pipeline) : 0;
  if ((await countItemsIn(firestore, id, ['waiting'])) <= expected) return;
  if (previous && source) return passAllOn(deps, previous);
  const next = await readNext(firestore, id);
  if (!next) return;
  const waiting = await readItemsIn(firestore, id, ['waiting']);
  await forEachAtOnce(waiting, ({ index }) => cancelFrom(deps, next, index, DELETED));
}

/** The batch whose pictures go on: a check makes none. */
async function readSource(firestore: Firestore, previous: Batch | undefined): Promise<Batch | undefined> {
  const id = previous?.tool === 'check' ? previous.pipeline?.previous : undefined;
  return id === undefined ? previous : readBatch(firestore, id);
}

/** How many items of the next batch wait for a good reason. */
async function countExpected(
  firestore: Firestore,
  previous: Batch,
  { isHeld = false, chosen }: BatchPipeline,
): Promise<number> {
  const isCheck = previous.tool === 'check';
  const heldStates = isCheck ? CHECKED_STATES : (['done'] as const);
  const states = isHeld ? [...OPEN_STATES, ...heldStates] : OPEN_STATES;
  const count = await countItemsIn(firestore, previous.id, states);
  if (!isCheck || isHeld || chosen) return count;
  const views = Object.values(await readItemViews(firestore, previous));
  return count + views.filter(({ issues }) => hasSevereIssue(issues)).length;
}

/** What goes on: the picture that the item has made, or that it has checked, also without success. */
function findPicture({ tool }: Batch, { state, image, source }: ItemRecord): StoredImage | undefined {
  if (tool === 'check') return CHECKED_STATES.some((each) => each === state) ? source : undefined;
  return (state === 'done' && image) || undefined;
}

async function passOnTo(deps: Deps, batch: Batch, item: ItemRecord, next: Next): Promise<void> {
  const { index } = item;
  const { isHeld = false, chosen } = next.batch.pipeline ?? {};
  const isGone = batch.deletedAt !== null || batch.deletedItems?.includes(index) === true;
  const picture = isGone ? undefined : findPicture(batch, item);
  if (picture) {
    if (isHeld || (!chosen && hasSevereIssue(item.issues))) return;
    if (chosen && !chosen.includes(index)) return cancelFrom(deps, next, index, NOT_CHOSEN);
    return releaseItem(deps, { ...next, index, source: picture });
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
