/** One attempt of an item: from the checks before the provider's call to what the tool made. */
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadPath } from '@portal/contracts/uploads';
import type { Deps } from '../deps.ts';
import { isMadeByAi, markImage } from '../../pictures/mark-image.ts';
import { catchAndLog } from '../../platform/logs/catch-and-log.ts';
import { findAttemptMs } from '../../platform/queues/task-times.ts';
import { readLimits } from '../../spend/limits.ts';
import type { Micros } from '../../spend/micros.ts';
import { saveUploadThumbnail } from '../../pictures/uploads/upload-store.ts';
import type { StartedCall } from '../store/batch-record.ts';
import type { Attempt } from '../tool.ts';
import { nameOf, type LeasedItem } from './leased-item.ts';
import { deleteIfOrphaned, readPicture } from './read-picture.ts';
import { addAppearance } from './store-image.ts';

const MAX_SAVE_MS = 5000;

/**
 * The maximum cost of a call that can be reserved with the claim, which saves a commit: there is no picture to read, no limit to check
 * and no reason to wait. Undefined otherwise, also if that cannot be found out: the attempt will.
 */
export async function findEarlyCost(
  deps: Deps,
  { tool, batch, readRecord }: LeasedItem,
): Promise<Micros | undefined> {
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

/** Checks keys, picture and budget, then lets the tool work. Undefined if the item must not be worked on any more. */
export async function attemptItem(
  deps: Deps,
  leased: LeasedItem,
  onStart: () => void,
  onSend: () => void,
  leaseLost: AbortSignal | undefined,
): Promise<Attempt | undefined> {
  const { tool, batch, index, publicId } = leased;
  const settings = tool.settings.parse(batch.settings);
  const { state, variant, source } = leased.readRecord();
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
  if (found.kind === 'busy') return { kind: 'wait', until: leased.findPauseEnd() };
  const picture = found.kind === 'picture' ? found.picture : undefined;
  // Before anything is paid for.
  const mark = await tool.images?.findMark(deps, { settings, variant, picture });
  if (maxCost !== undefined) {
    const reserved = await leased.reserveCall(maxCost);
    if (reserved === 'wait') return { kind: 'wait', until: leased.findPauseEnd() };
    if (reserved !== 'reserved') {
      // Cancelled, and perhaps removed, while the picture was copied.
      if (source) await deleteIfOrphaned(deps, batch, index);
      return undefined;
    }
  }
  onStart();
  const saving = picture && saveThumbnail(deps, leased, picture.thumbnail);
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
    onProgress: leased.setProgress,
    onStarted: (call: StartedCall) =>
      catchAndLog('A started call could not be saved.', nameOf(leased), () => leased.saveStartedCall(call)),
    clearStartedCall: leased.clearStartedCall,
  };
  try {
    const attempt = await tool.attempt(deps, work);
    if (attempt.kind === 'made' && mark) {
      const made = await markImage(attempt.made, mark);
      return { ...attempt, made: { ...made, isMadeByAi: isMadeByAi(mark.sourceType) } };
    }
    return await addAppearance(leased, attempt, picture);
  } finally {
    // Before the item is settled: after that the batch may be removed with its files. A slow save must not outlast the lease.
    await Promise.race([saving, sleep(MAX_SAVE_MS, undefined, { ref: false })]);
  }
}

/** Of the item's original, so that requests for it decode nothing. */
const saveThumbnail = (deps: Deps, { batch, index }: LeasedItem, thumbnail: Buffer): Promise<void> =>
  catchAndLog('A thumbnail could not be saved.', { batch: batch.id, item: index }, async () => {
    const { uploads, owner } = batch;
    const file = uploads?.files[index];
    if (!uploads || !file) return;
    await saveUploadThumbnail(deps, uploadPath(owner, uploads.folder, file.id), thumbnail);
  });
