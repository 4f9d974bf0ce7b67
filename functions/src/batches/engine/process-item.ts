import { randomUUID } from 'node:crypto';
import { MOST_ATTEMPTS, type PermanentFailure } from '@portal/contracts/batches';
import * as logger from 'firebase-functions/logger';
import { readEngineSettings } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { describeFailure } from '../../providers/provider-answer.ts';
import { MicrosTextSchema, NO_MICROS } from '../../spend/micros.ts';
import { readPicture } from './read-picture.ts';
import type { Batch } from '../store/batch-store.ts';
import { endBatchIfSettled } from './end-batch.ts';
import { claimItem, noteCalling, releaseItem, settleItem } from './item-transitions.ts';
import { keepLease } from './keep-lease.ts';
import { findKeptImage, forgetKeptImage } from './kept-images.ts';
import { publicIdOf } from '../store/media-names.ts';
import { DeliverAgain, type ItemTask } from '../../platform/queues.ts';
import { seeItem, type SeenItem } from '../store/seen-item.ts';
import { keepPaidImage, storeImage } from './store-image.ts';
import type { Attempt, FindTool, Tool } from '../tool.ts';

const LEASE_MARGIN = 1.2;
/** Renewed while the work goes on. With the 30 s that a queue waits at most, a crash costs less than a minute. */
const FREE_LEASE_MS = 20_000;
const NOBODY_KNOWS =
  'The work broke off while the provider was at it. It may have been charged; nobody knows.';
const NOT_STORED = 'The image could not be stored.';
const OUR_FAULT = 'Something went wrong on our side. You were not charged.';

/**
 * Deliveries of each batch in this instance's hands. While there are others, the batch need not be looked at: the last
 * does, and one that breaks off is delivered again.
 */
const inHand = new Map<string, number>();

/** One delivery of one item's task. Throws `DeliverAgain` when there is something to do later. */
export async function processItem(
  deps: Deps,
  findTool: FindTool,
  { batchId, index }: ItemTask,
): Promise<void> {
  const { batch, item } = await seeItem(deps.firestore, batchId, index);
  if (!batch) return;
  const tool = findTool(batch.tool);
  inHand.set(batchId, (inHand.get(batchId) ?? 0) + 1);
  try {
    if (item) await workOn(deps, tool, batch, item);
  } finally {
    letGo(batchId);
  }
  if (inHand.has(batchId)) return;
  await endBatchIfSettled(deps, tool, batchId);
}

function letGo(batchId: string): void {
  const left = (inHand.get(batchId) ?? 1) - 1;
  if (left > 0) inHand.set(batchId, left);
  else inHand.delete(batchId);
}

async function workOn(deps: Deps, tool: Tool, batch: Batch, item: SeenItem): Promise<void> {
  const claim = await claimItem(deps, batch, item, nameWorker(), findLease(tool));
  if (claim.kind === 'later') {
    throw new DeliverAgain(`Item ${item.record.index} of ${batch.id} rests or is leased.`);
  }
  if (claim.kind === 'claimed') {
    if (tool.isCharged) await work(deps, tool, batch, item);
    else await keepLease(deps, batch, item, FREE_LEASE_MS, (lost) => work(deps, tool, batch, item, lost));
  }
  if (claim.kind === 'called') await findOut(deps, tool, batch, item);
  if (claim.kind === 'stored') {
    const { image } = claim;
    await settleItem(deps, batch, item, { state: 'done', image, cost: item.record.cost });
  }
}

const findTimeLimit = (tool: Tool): number => tool.timeLimitMs?.() ?? readEngineSettings().callTimeoutMs;

/** Of paid work longer than a worker goes on trying: before another may look, this one has given up. */
const findLease = (tool: Tool): number =>
  !tool.isCharged
    ? FREE_LEASE_MS
    : (findTimeLimit(tool) + readEngineSettings().storeTimeoutMs) * LEASE_MARGIN;

/** One delivery in one process; whoever looks into a lost lease learns which. */
const nameWorker = () => `${process.pid}-${randomUUID()}`;

/** `lost` aborts when a lease that is renewed was lost. */
async function work(deps: Deps, tool: Tool, batch: Batch, item: SeenItem, lost?: AbortSignal): Promise<void> {
  let isSent = false;
  const onSend = () => {
    isSent = true;
  };
  const attempt = await attemptItem(deps, tool, batch, item, onSend, lost).catch(async (error: unknown) => {
    if (isSent) throw error;
    logger.error('Work on an item failed before a request left.', error);
    await tryAgain(deps, batch, item, OUR_FAULT);
  });
  if (!attempt || lost?.aborted) return;
  await conclude(deps, batch, item, attempt, tool.isCharged);
}

/** Undefined when the item may not be worked on any more. */
async function attemptItem(
  deps: Deps,
  tool: Tool,
  batch: Batch,
  item: SeenItem,
  onSend: () => void,
  lost: AbortSignal | undefined,
): Promise<Attempt | undefined> {
  const settings = tool.settings.parse(batch.settings);
  const { isCharged } = tool;
  const [wait, maxCost] = await Promise.all([
    tool.findWait(deps, settings),
    isCharged ? tool.findMaxCost(deps, settings) : NO_MICROS,
  ]);
  if (wait) return { kind: 'wait', until: wait.until };
  const found = await readPicture(deps, tool, batch, item.record.index);
  if (found.kind === 'unreadable') return found;
  if (isCharged) {
    const noted = await noteCalling(deps, batch, item, maxCost);
    if (noted === 'wait') {
      return { kind: 'wait', until: new Date(Date.now() + readEngineSettings().retryAfterMs) };
    }
    if (noted !== 'noted') return undefined;
  }
  return tool.attempt(deps, {
    settings,
    variant: item.record.variant,
    picture: found.kind === 'picture' ? found.picture : undefined,
    fileName: batch.uploads?.files[item.record.index]?.name,
    publicId: publicIdOf(batch, item.record.index),
    signal: AbortSignal.any([AbortSignal.timeout(findTimeLimit(tool)), ...(lost ? [lost] : [])]),
    onSend,
  });
}

async function conclude(
  deps: Deps,
  batch: Batch,
  item: SeenItem,
  attempt: Attempt,
  isCharged: boolean,
): Promise<void> {
  if (attempt.kind === 'made') {
    if (isCharged) return keepPaidImage(deps, batch, item, attempt.made, attempt.cost);
    const isStored = await storeImage(deps, batch, item, attempt.made, attempt.cost);
    return isStored ? undefined : tryAgain(deps, batch, item, NOT_STORED);
  }
  if (attempt.kind === 'written') {
    await settleItem(deps, batch, item, { state: 'done', texts: attempt.texts, cost: attempt.cost });
    return;
  }
  if (attempt.kind === 'wait') return rest(deps, batch, item, attempt.until);
  logger.warn('An attempt failed.', { batch: batch.id, item: item.record.index, attempt });
  if (attempt.kind === 'useless') return tryAgain(deps, batch, item, attempt.reason, attempt.cost);
  if (attempt.kind === 'impossible') return fail(deps, batch, item, attempt.reason, NO_MICROS, 'refused');
  if (attempt.kind === 'unreadable') return fail(deps, batch, item, attempt.reason, NO_MICROS, 'unreadable');
  const { retry, charged, reason } = describeFailure(attempt.kind);
  const { cost } = attempt;
  if (charged) await settleItem(deps, batch, item, { state: 'uncertain', reason, cost });
  else if (retry) await tryAgain(deps, batch, item, reason, cost);
  else await fail(deps, batch, item, reason, cost, 'refused');
}

async function fail(
  deps: Deps,
  batch: Batch,
  item: SeenItem,
  reason: string,
  cost = NO_MICROS,
  permanent?: PermanentFailure,
): Promise<void> {
  await settleItem(deps, batch, item, { state: 'failed', reason, cost, permanent });
}

/** Later, as long as there are attempts left. `paid`: for the one that came to nothing. */
async function tryAgain(
  deps: Deps,
  batch: Batch,
  item: SeenItem,
  reason: string,
  paid = NO_MICROS,
): Promise<void> {
  if (item.record.attempts >= MOST_ATTEMPTS) return fail(deps, batch, item, reason, paid);
  const backOff = readEngineSettings().retryAfterMs * 2 ** (item.record.attempts - 1);
  await releaseItem(deps, batch, item, new Date(Date.now() + backOff), paid);
  throw new DeliverAgain(`Item ${item.record.index} of ${batch.id}: ${reason}`);
}

/** No call could be made. Without a time to try again there is no key left, and the item fails. */
async function rest(deps: Deps, batch: Batch, item: SeenItem, until: Date | undefined): Promise<void> {
  if (!until) return fail(deps, batch, item, describeFailure('key-rejected').reason);
  await releaseItem(deps, batch, item, until, undefined);
  throw new DeliverAgain(`Item ${item.record.index} of ${batch.id} waits for a key or for the budget.`);
}

/** A worker was lost after the request may have left: if its image is anywhere, it was made; else nobody knows. */
async function findOut(deps: Deps, tool: Tool, batch: Batch, item: SeenItem): Promise<void> {
  const isFound = tool.makesImages && (await settleWithImage(deps, batch, item));
  if (!isFound) await settleItem(deps, batch, item, { state: 'uncertain', reason: NOBODY_KNOWS });
}

async function settleWithImage(deps: Deps, batch: Batch, item: SeenItem): Promise<boolean> {
  const publicId = publicIdOf(batch, item.record.index);
  const found = await deps.media.find(publicId);
  if (found) {
    const { context, ...image } = found;
    const cost = MicrosTextSchema.parse(context['cost'] ?? item.record.reserved);
    await settleItem(deps, batch, item, { state: 'done', image, cost });
    return true;
  }
  const kept = await findKeptImage(deps, publicId);
  if (!kept) return false;
  await keepPaidImage(deps, batch, item, kept.made, kept.cost);
  await forgetKeptImage(deps, publicId);
  return true;
}
