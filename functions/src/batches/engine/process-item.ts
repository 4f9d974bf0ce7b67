/** The life of an item, from the delivery of its task to its outcome. Each step changes the item through its job. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_ATTEMPTS, type PermanentFailure } from '@portal/contracts/batches';
import { uploadPath } from '@portal/contracts/uploads';
import { readEngineSettings } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { MediaError } from '../../media/media-error.ts';
import { isMadeByAi, markImage } from '../../pictures/mark-image.ts';
import { describeFailure } from '../../providers/provider-answer.ts';
import { waitForCounts } from '../../providers/statistics-store.ts';
import { readLimits } from '../../spend/limits.ts';
import { MicrosTextSchema, NO_MICROS, type Micros } from '../../spend/micros.ts';
import { saveUploadThumbnail } from '../../uploads/upload-store.ts';
import { readBatch, readItem } from '../store/batch-store.ts';
import type { StartedCall } from '../store/batch-record.ts';
import { readItemSnapshot } from '../store/item-snapshot.ts';
import { makeCachedReads } from '../../platform/cached-reads.ts';
import { catchAndLog } from '../../platform/catch-and-log.ts';
import type { ItemTask } from '../../platform/queues.ts';
import { findAttemptMs, findTaskTimes } from '../../platform/task-times.ts';
import type { Attempt, FindTool, Tool } from '../tool.ts';
import { endBatchIfSettled } from './end-batch.ts';
import { enqueueItems, enqueueNextItem } from './enqueue-items.ts';
import { makeJob, type Job } from './job.ts';
import { fetchLostCall, forgetStartedCalls } from './fetch-lost-call.ts';
import { keepLease } from './keep-lease.ts';
import { withFileMemory } from './large-files.ts';
import { passOn } from './pass-on.ts';
import { PORTAL_FAULTS } from './portal-faults.ts';
import { deleteIfOrphaned, readPicture } from './read-picture.ts';
import { findPlaceholder, findStoredImage, storeImage, storePaidImage } from './store-image.ts';
import { deleteUnstoredImage, findUnstoredImage } from './unstored-images.ts';
import { logError, logWarning } from '../../platform/log.ts';
import { logAttempt } from './log-attempt.ts';

/** Renewed while the work runs. After a crash the next delivery waits for its end. */
const FREE_LEASE_MS = 20_000;
const BATCH_CACHE_MS = 2000;
const MAX_SAVE_MS = 5000;
const LOST_CALL = 'Connection lost while the provider was working. You may have been charged.';

/**
 * Deliveries per batch in this instance. Only the last one checks whether the batch has ended: an interrupted delivery
 * comes again.
 */
const deliveries = new Map<string, number>();

/** Shared by first deliveries. They may miss a cancel, but then their update of the item fails. See docs/decisions/013. */
const cachedBatches = makeCachedReads(() => BATCH_CACHE_MS, readBatch);

/** When to deliver the item's task again, if there is more to do later. */
type Again = Date | undefined;

/** Handles one delivery of an item's task. */
export async function processItem(deps: Deps, findTool: FindTool, task: ItemTask): Promise<void> {
  try {
    await deliver(deps, findTool, task);
  } finally {
    await waitForCounts(deps.firestore);
  }
}

async function deliver(deps: Deps, findTool: FindTool, { batchId, index, waits }: ItemTask): Promise<void> {
  const { firestore } = deps;
  const [batch, item] = await Promise.all([
    waits === 0 ? cachedBatches.get(firestore, batchId) : readBatch(firestore, batchId),
    readItemSnapshot(firestore, batchId, index),
  ]);
  if (!batch) return;
  const tool = findTool(batch.tool);
  countDelivery(batchId, 1);
  try {
    if (item) await deliverItem(deps, findTool, makeJob(deps, tool, batch, item, waits), waits);
  } finally {
    countDelivery(batchId, -1);
  }
  if (!deliveries.has(batchId)) await endBatchIfSettled(deps, tool, batchId);
}

function countDelivery(batchId: string, change: 1 | -1): void {
  const count = (deliveries.get(batchId) ?? 0) + change;
  if (count > 0) deliveries.set(batchId, count);
  else deliveries.delete(batchId);
}

async function deliverItem(deps: Deps, findTool: FindTool, job: Job, waits: number): Promise<void> {
  const { tool, batch, index } = job;
  let next: Promise<void> | undefined;
  const enqueueNext = () => {
    next ??= enqueueNextItem(deps, tool, batch, job.readRecord());
    // Awaited below.
    next.catch(() => undefined);
  };
  const again = await claimAndWork(deps, job, enqueueNext);
  // A failed delivery would be logged as an error, and Cloud Tasks would slow the whole queue down.
  if (again) await enqueueItems(deps, tool, batch, [index], { at: again, waits: waits + 1 });
  const isWaiting = again && job.readRecord().state === 'queued';
  if (!isWaiting) enqueueNext();
  // If it failed, the delivery fails and comes again.
  await next;
  if (!again) await passOnIfFinal(deps, findTool, job);
}

/** Also if an earlier delivery has settled the item: it may have been lost before it has passed the picture on. */
async function passOnIfFinal(
  deps: Deps,
  findTool: FindTool,
  { batch, index, readRecord }: Job,
): Promise<void> {
  if (batch.pipeline?.next === undefined) return;
  const known = readRecord();
  // Another worker, or a transaction, may have changed it.
  const item = known.isOpen ? await readItem(deps.firestore, batch.id, index) : known;
  if (item && !item.isOpen) await passOn(deps, findTool, batch, item);
}

/** `onStart`: called when the item's attempt begins. */
async function claimAndWork(deps: Deps, job: Job, onStart: () => void): Promise<Again> {
  const { tool } = job;
  const earlyCost = await findEarlyCost(deps, job);
  const claim = await job.claim(nameWorker(), findLeaseMs(tool), earlyCost);
  if (claim.kind === 'later') return claim.at;
  if (claim.kind === 'claimed') {
    if (tool.isCharged) return work(deps, job, onStart);
    return keepLease(job, FREE_LEASE_MS, (leaseLost) => work(deps, job, onStart, leaseLost));
  }
  return claim.kind === 'called' ? recoverCall(deps, job) : undefined;
}

/**
 * The maximum cost of a call that can be noted with the claim, which saves a commit: there is no picture to read, no limit to check
 * and no reason to wait. Undefined otherwise, also if that cannot be found out: the attempt will.
 */
async function findEarlyCost(deps: Deps, { tool, batch, readRecord }: Job): Promise<Micros | undefined> {
  if (!tool.isCharged || tool.uploads || readRecord().state !== 'queued') return undefined;
  try {
    const settings = tool.settings.parse(batch.settings);
    const [limits, wait, maxCost] = await Promise.all([
      readLimits(deps.firestore, batch.owner),
      tool.findWait(deps, settings),
      tool.findMaxCost(deps, settings),
    ]);
    return limits.length > 0 || wait ? undefined : maxCost;
  } catch {
    return undefined;
  }
}

/** One delivery in one process. */
const nameWorker = () => `${process.pid}-${randomUUID()}`;

const findLeaseMs = ({ isCharged, queues }: Tool): number =>
  isCharged ? Math.max(...queues.map(({ work }) => findTaskTimes(work).itemLeaseMs)) : FREE_LEASE_MS;

async function work(deps: Deps, job: Job, onStart: () => void, leaseLost?: AbortSignal): Promise<Again> {
  let isSent = false;
  const onSend = () => {
    isSent = true;
  };
  let attempt: Attempt | undefined;
  try {
    attempt = await withFileMemory(job, () => attemptItem(deps, job, onStart, onSend, leaseLost));
  } catch (error) {
    if (isSent) throw error;
    logError('Work on an item failed before a request was sent.', error, nameOf(job));
    return retryOrFail(job, PORTAL_FAULTS.unexpected);
  }
  return attempt && !leaseLost?.aborted ? conclude(deps, job, attempt) : undefined;
}

/** Checks keys, picture and budget, then lets the tool work. Undefined if the item must not be worked on any more. */
async function attemptItem(
  deps: Deps,
  job: Job,
  onStart: () => void,
  onSend: () => void,
  leaseLost: AbortSignal | undefined,
): Promise<Attempt | undefined> {
  const { tool, batch, index, publicId } = job;
  const settings = tool.settings.parse(batch.settings);
  const { state, variant, source } = job.readRecord();
  const isNoted = state === 'calling';
  const [wait, maxCost] = isNoted
    ? []
    : await Promise.all([
        tool.findWait(deps, settings),
        tool.isCharged ? tool.findMaxCost(deps, settings) : undefined,
      ]);
  if (wait) return { kind: 'wait', until: wait.until };
  const found = await readPicture(deps, tool, batch, index, source);
  if (found.kind === 'unreadable') return found;
  if (found.kind === 'busy') return { kind: 'wait', until: job.findPauseEnd() };
  const picture = found.kind === 'picture' ? found.picture : undefined;
  // Before anything is paid for.
  const mark = await tool.findMark?.(deps, { settings, variant, picture });
  if (maxCost !== undefined) {
    const noted = await job.noteCalling(maxCost);
    if (noted === 'wait') return { kind: 'wait', until: job.findPauseEnd() };
    if (noted !== 'noted') {
      // Cancelled, and perhaps removed, while the picture was copied.
      if (source) await deleteIfOrphaned(deps, batch, index);
      return undefined;
    }
  }
  onStart();
  const saving = picture && saveThumbnail(deps, job, picture.thumbnail);
  const work = {
    settings,
    variant,
    picture,
    fileName: batch.uploads?.files[index]?.name,
    publicId,
    signal: AbortSignal.any([
      AbortSignal.timeout(findAttemptMs(tool.queueOf(settings).work)),
      ...(leaseLost ? [leaseLost] : []),
    ]),
    onSend,
    onProgress: job.noteProgress,
    onStarted: (call: StartedCall) =>
      catchAndLog('A started call could not be noted.', nameOf(job), () => job.noteStartedCall(call)),
  };
  try {
    const attempt = await tool.attempt(deps, work);
    if (attempt.kind === 'made' && mark) {
      const made = await markImage(attempt.made, mark);
      return { ...attempt, made: { ...made, isMadeByAi: isMadeByAi(mark.sourceType) } };
    }
    if (!picture || attempt.kind !== 'written') return attempt;
    return { ...attempt, placeholder: await findPlaceholder(job, picture.thumbnail) };
  } finally {
    // Before the item is settled: after that the batch may be removed with its files. A slow save must not outlast the lease.
    await Promise.race([saving, sleep(MAX_SAVE_MS, undefined, { ref: false })]);
  }
}

/** Of the item's original, so that requests for it decode nothing. */
const saveThumbnail = (deps: Deps, { batch, index }: Job, thumbnail: Buffer): Promise<void> =>
  catchAndLog('A thumbnail could not be saved.', { batch: batch.id, item: index }, async () => {
    const { uploads, owner } = batch;
    const file = uploads?.files[index];
    if (!uploads || !file) return;
    await saveUploadThumbnail(deps, uploadPath(owner, uploads.folder, file.id), thumbnail);
  });

async function conclude(deps: Deps, job: Job, attempt: Attempt): Promise<Again> {
  const again = await noteOutcome(deps, job, attempt);
  await forgetStartedCalls(deps, job);
  return again;
}

async function noteOutcome(deps: Deps, job: Job, attempt: Attempt): Promise<Again> {
  if (attempt.kind === 'made') {
    if (job.tool.isCharged) return storePaidImage(deps, job, attempt.made, attempt.cost);
    const isStored = await storeImage(deps, job, attempt.made, attempt.cost);
    return isStored ? undefined : retryOrFail(job, PORTAL_FAULTS.notStored);
  }
  if (attempt.kind === 'written') {
    const { texts, placeholder, cost } = attempt;
    await job.settle({ state: 'done', texts, placeholder, cost });
    return undefined;
  }
  if (attempt.kind === 'wait') return waitOrFail(job, attempt.until);
  logAttempt(attempt, nameOf(job));
  if (attempt.kind === 'useless') return retryOrFail(job, attempt.reason, attempt.cost);
  if (attempt.kind === 'impossible') return fail(job, attempt.reason, NO_MICROS, 'refused');
  if (attempt.kind === 'unreadable') return fail(job, attempt.reason, NO_MICROS, 'unreadable');
  const { retry, charged, reason } = describeFailure(attempt.kind);
  const { cost } = attempt;
  if (retry && !charged) return retryOrFail(job, reason, cost);
  if (!charged) return fail(job, reason, cost, 'refused');
  await job.settle({ state: 'uncertain', reason, cost });
  return undefined;
}

const nameOf = ({ batch, index }: Job) => ({ batch: batch.id, item: index });

async function fail(
  job: Job,
  reason: string,
  cost = NO_MICROS,
  permanent?: PermanentFailure,
): Promise<undefined> {
  await job.settle({ state: 'failed', reason, cost, permanent });
}

/** `paid`: the cost of the failed attempt. */
async function retryOrFail(job: Job, reason: string, paid = NO_MICROS): Promise<Again> {
  const { attempts } = job.readRecord();
  if (attempts >= MAX_ATTEMPTS) return fail(job, reason, paid);
  const backOffMs = readEngineSettings().retryAfterMs * 2 ** (attempts - 1);
  const until = new Date(Date.now() + backOffMs);
  await job.release(until, paid);
  return until;
}

/** No call could be made. Without a time to try again, no key is left and the item fails. */
async function waitOrFail(job: Job, until: Date | undefined): Promise<Again> {
  if (!until) return fail(job, describeFailure('key-rejected').reason);
  await job.release(until, undefined);
  return until;
}

/**
 * A worker was lost after the request may have been sent. If the result can be fetched, or the image exists, it is used; the call
 * is never repeated.
 */
async function recoverCall(deps: Deps, job: Job): Promise<Again> {
  const fetched = await fetchLostCall(deps, job);
  if (fetched.kind === 'busy') return leaveCall(job);
  return fetched.kind === 'unknown' ? recoverImage(deps, job) : conclude(deps, job, fetched);
}

/** Another delivery recovers it later. */
async function leaveCall(job: Job): Promise<Again> {
  const again = job.findPauseEnd();
  await job.endLease(again);
  return again;
}

async function recoverImage(deps: Deps, job: Job): Promise<Again> {
  const { makesImages } = job.tool;
  // First, because it asks nothing of a media service that may be down.
  const unstored = makesImages ? await findUnstoredImage(deps, job.publicId) : undefined;
  if (unstored) {
    const again = await storePaidImage(deps, job, unstored.made, unstored.cost);
    if (!again) await deleteUnstoredImage(deps, job.publicId);
    return again;
  }
  let stored: Awaited<ReturnType<typeof findStoredImage>>;
  try {
    stored = makesImages ? await findStoredImage(deps, job.publicId) : undefined;
  } catch (error) {
    if (!(error instanceof MediaError && error.retryable)) throw error;
    logWarning('An image could not be looked up.', error, nameOf(job));
    return leaveCall(job);
  }
  if (stored) {
    const { context, ...image } = stored;
    const cost = MicrosTextSchema.parse(context['cost'] ?? job.readRecord().reserved);
    await job.settle({ state: 'done', image, cost });
    return undefined;
  }
  await job.settle({ state: 'uncertain', reason: LOST_CALL });
  return undefined;
}
