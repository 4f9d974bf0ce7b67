import { setTimeout as sleep } from 'node:timers/promises';
import * as logger from 'firebase-functions/logger';
import { readEngineSettings } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { MediaError } from '../../media/media-error.ts';
import type { StoredImage } from '../../media/stored-image.ts';
import type { MadeImage } from '../../providers/provider-answer.ts';
import type { Micros } from '../../spend/micros.ts';
import { nameImageFile, tagOf } from '../store/media-names.ts';
import type { Job } from './job.ts';
import { noteFailedWork } from './note-failed-work.ts';
import { saveUnstoredImage } from './unstored-images.ts';

const MAX_TRIES = 3;
const RETRY_MS = 500;
const FORMATS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

/**
 * Stores an image that was paid for. If that fails, the image is saved for the next delivery and never made again. Returns
 * when to deliver the item again.
 */
export async function storePaidImage(
  deps: Deps,
  job: Job,
  made: MadeImage,
  cost: Micros,
): Promise<Date | undefined> {
  if (await storeImage(deps, job, made, cost)) return undefined;
  await saveUnstoredImage(deps, job.publicId, made, cost);
  const again = job.findPauseEnd();
  await job.endLease(again);
  if (job.hasWaitedLong) await noteFailedWork(deps.firestore, job.batch.id, 'not-stored');
  return again;
}

/** Stores the image and settles the item. Returns false if the media service did not accept the image. */
export async function storeImage(deps: Deps, job: Job, made: MadeImage, cost: Micros): Promise<boolean> {
  const image = await upload(deps, job, made, cost);
  if (!image) return false;
  if (await job.noteStored(image, cost)) await job.settle({ state: 'done', image, cost });
  return true;
}

async function upload(
  { media }: Deps,
  { tool, batch, index, publicId }: Job,
  made: MadeImage,
  cost: Micros,
): Promise<StoredImage | undefined> {
  const signal = AbortSignal.timeout(readEngineSettings().storeTimeoutMs);
  for (let tries = 1; ; tries += 1) {
    try {
      return await media.put({
        publicId,
        bytes: made.bytes,
        contentType: made.contentType,
        fileName: nameImageFile(batch, index, FORMATS[made.contentType], tool.fileSuffix),
        tags: [tagOf(batch), `expires-${batch.expiresAt.toDate().toISOString()}`],
        // Read if the worker is lost before it has noted the cost.
        context: { cost: String(cost) },
        signal,
      });
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      logger.warn('An image could not be stored.', error, { batch: batch.id, item: index, tries });
      if (tries === MAX_TRIES || !error.retryable || signal.aborted) return undefined;
      await sleep(tries * RETRY_MS);
    }
  }
}
