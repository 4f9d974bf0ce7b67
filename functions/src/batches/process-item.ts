import { randomUUID } from 'node:crypto';
import { MOST_ATTEMPTS } from '@portal/contracts/batches';
import * as logger from 'firebase-functions/logger';
import { readEngineSettings } from '../config.ts';
import type { Deps } from '../deps.ts';
import { describeFailure } from '../providers/provider-answer.ts';
import { readPicture } from './read-picture.ts';
import type { ItemRecord } from './batch-record.ts';
import { readBatch, type Batch } from './batch-store.ts';
import { endBatchIfSettled } from './end-batch.ts';
import { claimItem, noteCalling, releaseItem, settleItem } from './item-transitions.ts';
import { findKeptImage, forgetKeptImage } from './kept-images.ts';
import { publicIdOf } from './media-names.ts';
import { DeliverAgain, type ItemTask } from './queues.ts';
import { keepPaidImage, storeImage } from './store-image.ts';
import type { Attempt, FindTool, Tool } from './tool.ts';

const LEASE_MARGIN = 1.2;
const NOBODY_KNOWS =
  'The work broke off while the provider was at it. It may have been charged; nobody knows.';
const NOT_STORED = 'The image could not be stored.';

/** One delivery of one item's task. Throws `DeliverAgain` when there is something to do later. */
export async function processItem(
  deps: Deps,
  findTool: FindTool,
  { batchId, index }: ItemTask,
): Promise<void> {
  const batch = await readBatch(deps.firestore, batchId);
  if (!batch) return;
  const tool = findTool(batch.tool);
  const claim = await claimItem(deps, batch, index, nameWorker(), findLease(tool));
  if (claim.kind === 'later') throw new DeliverAgain(`Item ${index} of ${batchId} rests or is leased.`);
  if (claim.kind === 'claimed') await work(deps, tool, batch, claim.item);
  if (claim.kind === 'called') await findOut(deps, tool, batch, claim.item);
  if (claim.kind === 'stored') {
    await settleItem(deps, batch, claim.item, { state: 'done', image: claim.image, cost: claim.item.cost });
  }
  await endBatchIfSettled(deps, tool, batchId);
}

const findTimeLimit = (tool: Tool): number => tool.timeLimitMs?.() ?? readEngineSettings().callTimeoutMs;

/** Longer than a worker goes on trying: before another may look, this one has given up. */
const findLease = (tool: Tool): number =>
  (findTimeLimit(tool) + readEngineSettings().storeTimeoutMs) * LEASE_MARGIN;

/** One delivery in one process; whoever looks into a lost lease learns which. */
const nameWorker = () => `${process.pid}-${randomUUID()}`;

async function work(deps: Deps, tool: Tool, batch: Batch, item: ItemRecord): Promise<void> {
  const settings = tool.settings.parse(batch.settings);
  const wait = await tool.findWait(deps, settings);
  if (wait) return rest(deps, batch, item, wait.until);
  const found = await readPicture(deps, tool, batch, item.index);
  if (found.kind === 'unreadable') return fail(deps, batch, item, found.reason);
  const isCharged = tool.isCharged(settings);
  if (isCharged) {
    const price = await tool.estimate(deps, settings);
    if ((await noteCalling(deps, batch, item, price)) !== 'noted') return;
  }
  const attempt = await tool.attempt(deps, {
    settings,
    variant: item.variant,
    picture: found.kind === 'picture' ? found.picture : undefined,
    fileName: batch.uploads?.files[item.index]?.name,
    publicId: publicIdOf(batch, item.index),
    signal: AbortSignal.timeout(findTimeLimit(tool)),
  });
  await conclude(deps, batch, item, attempt, isCharged);
}

async function conclude(
  deps: Deps,
  batch: Batch,
  item: ItemRecord,
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
  logger.warn('An attempt failed.', { batch: batch.id, item: item.index, attempt });
  if (attempt.kind === 'useless') return tryAgain(deps, batch, item, attempt.reason, attempt.cost);
  if (attempt.kind === 'impossible') return fail(deps, batch, item, attempt.reason);
  const { retry, charged, reason } = describeFailure(attempt.kind);
  const { cost = 0 } = attempt;
  if (charged) await settleItem(deps, batch, item, { state: 'uncertain', reason, cost });
  else if (retry) await tryAgain(deps, batch, item, reason, cost);
  else await fail(deps, batch, item, reason, cost);
}

async function fail(deps: Deps, batch: Batch, item: ItemRecord, reason: string, cost = 0): Promise<void> {
  await settleItem(deps, batch, item, { state: 'failed', reason, cost });
}

/** Later, as long as there are attempts left. `paid`: dollars for the one that came to nothing. */
async function tryAgain(deps: Deps, batch: Batch, item: ItemRecord, reason: string, paid = 0): Promise<void> {
  if (item.attempts >= MOST_ATTEMPTS) return fail(deps, batch, item, reason, paid);
  const backOff = readEngineSettings().retryAfterMs * 2 ** (item.attempts - 1);
  await releaseItem(deps, batch, item, new Date(Date.now() + backOff), paid);
  throw new DeliverAgain(`Item ${item.index} of ${batch.id}: ${reason}`);
}

/** No key could be used: nobody was called. Without any prospect of one the item fails. */
async function rest(deps: Deps, batch: Batch, item: ItemRecord, until: Date | undefined): Promise<void> {
  if (!until) return fail(deps, batch, item, describeFailure('key-rejected').reason);
  await releaseItem(deps, batch, item, until, undefined);
  throw new DeliverAgain(`Item ${item.index} of ${batch.id} waits for a key.`);
}

/** A worker was lost after the request may have left: if its image is anywhere, it was made; else nobody knows. */
async function findOut(deps: Deps, tool: Tool, batch: Batch, item: ItemRecord): Promise<void> {
  const isFound = tool.makesImages && (await settleWithImage(deps, batch, item));
  if (!isFound) await settleItem(deps, batch, item, { state: 'uncertain', reason: NOBODY_KNOWS });
}

async function settleWithImage(deps: Deps, batch: Batch, item: ItemRecord): Promise<boolean> {
  const publicId = publicIdOf(batch, item.index);
  const found = await deps.media.find(publicId);
  if (found) {
    const { context, ...image } = found;
    const cost = Number(context['cost'] ?? item.reserved);
    await settleItem(deps, batch, item, { state: 'done', image, cost });
    return true;
  }
  const kept = await findKeptImage(deps, publicId);
  if (!kept) return false;
  await keepPaidImage(deps, batch, item, kept.made, kept.cost);
  await forgetKeptImage(deps, publicId);
  return true;
}
