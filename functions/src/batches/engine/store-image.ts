import { setTimeout as sleep } from 'node:timers/promises';
import * as logger from 'firebase-functions/logger';
import { readEngineSettings } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { MediaError } from '../../media/media-error.ts';
import type { StoredImage } from '../../media/stored-image.ts';
import type { MadeImage } from '../../providers/provider-answer.ts';
import type { Micros } from '../../spend/micros.ts';
import type { Batch } from '../store/batch-store.ts';
import { endLease, noteStored, settleItem } from './item-transitions.ts';
import { keepImage } from './kept-images.ts';
import { nameImageFile, publicIdOf, tagOf } from '../store/media-names.ts';
import { DeliverAgain } from '../../platform/queues.ts';
import type { SeenItem } from '../store/seen-item.ts';

const STORE_TRIES = 3;
const FORMATS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

/** The image is paid for: it is stored, then counted. If it cannot be stored it is kept aside, never made again. */
export async function keepPaidImage(
  deps: Deps,
  batch: Batch,
  item: SeenItem,
  made: MadeImage,
  cost: Micros,
): Promise<void> {
  if (await storeImage(deps, batch, item, made, cost)) return;
  await keepImage(deps, publicIdOf(batch, item.record.index), made, cost);
  await endLease(deps, batch, item);
  throw new DeliverAgain(`Item ${item.record.index} of ${batch.id} is made and could not be stored.`);
}

/** False when it could not be stored. */
export async function storeImage(
  deps: Deps,
  batch: Batch,
  item: SeenItem,
  made: MadeImage,
  cost: Micros,
): Promise<boolean> {
  const image = await store(deps, batch, item, made, cost);
  if (!image) return false;
  if (await noteStored(deps, batch, item, image, cost)) {
    await settleItem(deps, batch, item, { state: 'done', image, cost });
  }
  return true;
}

/** Tries more than once: the work is done. Undefined when the media service took it at no time. */
async function store(
  { media }: Deps,
  batch: Batch,
  item: SeenItem,
  made: MadeImage,
  cost: Micros,
): Promise<StoredImage | undefined> {
  const signal = AbortSignal.timeout(readEngineSettings().storeTimeoutMs);
  for (let tries = 1; ; tries += 1) {
    try {
      return await media.put({
        publicId: publicIdOf(batch, item.record.index),
        bytes: made.bytes,
        contentType: made.contentType,
        fileName: nameImageFile(batch, item.record.index, FORMATS[made.contentType]),
        tags: [tagOf(batch), `expires-${batch.expiresAt.toDate().toISOString()}`],
        // Whoever finds it without knowing how it was made, knows its cost.
        context: { cost: String(cost) },
        signal,
      });
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      logger.warn('An image could not be stored.', error, {
        batch: batch.id,
        item: item.record.index,
        tries,
      });
      if (tries === STORE_TRIES || !error.retryable || signal.aborted) return undefined;
      await sleep(tries * 500);
    }
  }
}
