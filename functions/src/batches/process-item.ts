import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MOST_ATTEMPTS } from '@portal/contracts/batches';
import * as logger from 'firebase-functions/logger';
import { readEngineSettings } from '../config.ts';
import type { Deps } from '../deps.ts';
import { MediaError } from '../media/media-error.ts';
import type { StoredImage } from '../media/stored-image.ts';
import { describeFailure, type MadeImage } from '../providers/provider-answer.ts';
import type { ItemRecord } from './batch-record.ts';
import { readBatch, type Batch } from './batch-store.ts';
import { endBatchIfSettled } from './end-batch.ts';
import { findKeptImage, forgetKeptImage, keepImage } from './kept-images.ts';
import { claimItem, endLease, noteCalling, noteStored, releaseItem, settleItem } from './item-transitions.ts';
import { folderOf, publicIdOf } from './media-names.ts';
import { DeliverAgain, type ItemTask } from './queues.ts';
import type { Attempt, Tool } from './tool.ts';

const STORE_TRIES = 3;
const LEASE_MARGIN = 1.2;
const NOBODY_KNOWS =
  'The work broke off while the provider was at it. The image may have been charged; nobody knows.';

/** One delivery of one item's task. Throws `DeliverAgain` when there is something to do later. */
export async function processItem<Settings>(
  deps: Deps,
  tool: Tool<Settings>,
  { batchId, index }: ItemTask,
): Promise<void> {
  const batch = await readBatch(deps.firestore, batchId);
  if (!batch) return;
  const settings = tool.settings.parse(batch.settings);
  const claim = await claimItem(deps, batch, index, nameWorker(), findLease());
  if (claim.kind === 'later') throw new DeliverAgain(`Item ${index} of ${batchId} rests or is leased.`);
  if (claim.kind === 'claimed') await work(deps, tool, settings, batch, claim.item);
  if (claim.kind === 'called') await findOut(deps, batch, claim.item);
  if (claim.kind === 'stored') {
    await settleItem(deps, batch, claim.item, { state: 'done', image: claim.image, cost: claim.item.cost });
  }
  await endBatchIfSettled(deps, tool, batchId);
}

/** Longer than a worker goes on trying: before another may look, this one has given up. */
function findLease(): number {
  const { callTimeoutMs, storeTimeoutMs } = readEngineSettings();
  return (callTimeoutMs + storeTimeoutMs) * LEASE_MARGIN;
}

/** One delivery in one process; whoever looks into a lost lease learns which. */
const nameWorker = () => `${process.pid}-${randomUUID()}`;

async function work<Settings>(
  deps: Deps,
  tool: Tool<Settings>,
  settings: Settings,
  batch: Batch,
  item: ItemRecord,
): Promise<void> {
  const wait = await tool.findWait(deps, settings);
  if (wait) return rest(deps, batch, item, wait.until);
  const price = await tool.estimate(deps, settings);
  if ((await noteCalling(deps, batch, item, price)) !== 'noted') return;
  const attempt = await tool.attempt(
    deps,
    settings,
    item.variant,
    AbortSignal.timeout(readEngineSettings().callTimeoutMs),
  );
  await conclude(deps, batch, item, attempt);
}

async function conclude(deps: Deps, batch: Batch, item: ItemRecord, attempt: Attempt): Promise<void> {
  if (attempt.kind === 'made') return keep(deps, batch, item, attempt.made, attempt.cost);
  if (attempt.kind === 'wait') return rest(deps, batch, item, attempt.until);
  logger.warn('An attempt failed.', { batch: batch.id, item: item.index, attempt });
  const { retry, charged, reason } = describeFailure(attempt.kind);
  if (charged) await settleItem(deps, batch, item, { state: 'uncertain', reason });
  else if (!retry || item.attempts >= MOST_ATTEMPTS) {
    await settleItem(deps, batch, item, { state: 'failed', reason });
  } else {
    const backOff = readEngineSettings().retryAfterMs * 2 ** (item.attempts - 1);
    await releaseItem(deps, batch, item, new Date(Date.now() + backOff), true);
    throw new DeliverAgain(`Item ${item.index} of ${batch.id}: ${attempt.kind}.`);
  }
}

/** No key could be used: nobody was called. Without any prospect of one the item fails. */
async function rest(deps: Deps, batch: Batch, item: ItemRecord, until: Date | undefined): Promise<void> {
  if (!until) {
    const { reason } = describeFailure('key-rejected');
    await settleItem(deps, batch, item, { state: 'failed', reason });
    return;
  }
  await releaseItem(deps, batch, item, until, false);
  throw new DeliverAgain(`Item ${item.index} of ${batch.id} waits for a key.`);
}

/** The image is paid for: it is stored, then counted. If it cannot be stored it is kept aside, never made again. */
async function keep(
  deps: Deps,
  batch: Batch,
  item: ItemRecord,
  made: MadeImage,
  cost: number,
): Promise<void> {
  try {
    await storeAndCount(deps, batch, item, made, cost);
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    await keepImage(deps, publicIdOf(batch, item.index), made, cost);
    await endLease(deps, batch, item);
    throw new DeliverAgain(`Item ${item.index} of ${batch.id} is made and could not be stored.`);
  }
}

async function storeAndCount(
  deps: Deps,
  batch: Batch,
  item: ItemRecord,
  made: MadeImage,
  cost: number,
): Promise<void> {
  const image = await store(deps, batch, item, made, cost);
  const isHeld = await noteStored(deps, batch, item, image, cost);
  const isCounted = isHeld && (await settleItem(deps, batch, item, { state: 'done', image, cost }));
  // Its batch was deleted meanwhile: nothing refers to the image any more.
  if (!isCounted && !(await readBatch(deps.firestore, batch.id))) await deps.media.deleteOne(image.publicId);
}

/** Tries more than once: the image is paid for. */
async function store(
  { media }: Deps,
  batch: Batch,
  item: ItemRecord,
  made: MadeImage,
  cost: number,
): Promise<StoredImage> {
  const signal = AbortSignal.timeout(readEngineSettings().storeTimeoutMs);
  for (let tries = 1; ; tries += 1) {
    try {
      return await media.put({
        publicId: publicIdOf(batch, item.index),
        bytes: made.bytes,
        contentType: made.contentType,
        tags: [folderOf(batch).replaceAll('/', '-'), `expires-${batch.expiresAt.toDate().toISOString()}`],
        // Whoever finds it without knowing how it was made, knows its cost.
        context: { cost: String(cost) },
        signal,
      });
    } catch (error) {
      const isHopeless = !(error instanceof MediaError) || !error.retryable;
      if (tries === STORE_TRIES || isHopeless || signal.aborted) throw error;
      await sleep(tries * 500);
    }
  }
}

/** A worker was lost after the request may have left: if its image is anywhere, it was made; else nobody knows. */
async function findOut(deps: Deps, batch: Batch, item: ItemRecord): Promise<void> {
  const publicId = publicIdOf(batch, item.index);
  const found = await deps.media.find(publicId);
  if (found) {
    const { context, ...image } = found;
    const cost = Number(context['cost'] ?? item.reserved);
    await settleItem(deps, batch, item, { state: 'done', image, cost });
    return;
  }
  const kept = await findKeptImage(deps, publicId);
  if (kept) {
    await keep(deps, batch, item, kept.made, kept.cost);
    await forgetKeptImage(deps, publicId);
    return;
  }
  await settleItem(deps, batch, item, { state: 'uncertain', reason: NOBODY_KNOWS });
}
