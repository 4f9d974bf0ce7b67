import { setTimeout as sleep } from 'node:timers/promises';
import { readEngineSettings } from '../../platform/config/config.ts';
import type { Deps } from '../deps.ts';
import { findBucketImage, saveBucketImage } from '../../pictures/media/bucket-images.ts';
import { MediaError } from '../../pictures/media/media-error.ts';
import type { StoredImage } from '../../pictures/media/stored-image.ts';
import type { MadeImage } from '../../providers/provider-answer.ts';
import { loadSharp } from '../../pictures/load-sharp.ts';
import { readAppearance, type Appearance } from '../../pictures/checks/appearance.ts';
import type { Micros } from '../../spend/micros.ts';
import type { Original } from '../../pictures/uploads/inspect-picture.ts';
import { nameImageFile, tagOf } from '../store/media-names.ts';
import type { Attempt } from '../tool.ts';
import type { LeasedItem } from './leased-item.ts';
import { saveFailedWork } from './save-failed-work.ts';
import { saveUnstoredImage } from './unstored-images.ts';
import { logInfo, logWarning } from '../../platform/logs/log.ts';

const MAX_TRIES = 3;
const RETRY_MS = 500;
const FORMATS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

/**
 * Stores an image that was paid for. If that fails, the image is saved for the next delivery and never made again. Returns
 * when to deliver the item again.
 */
export async function storePaidImage(
  deps: Deps,
  leased: LeasedItem,
  made: MadeImage,
  cost: Micros,
): Promise<Date | undefined> {
  if (await storeImage(deps, leased, made, cost)) return undefined;
  await saveUnstoredImage(deps, leased.publicId, made, cost);
  const again = leased.findPauseEnd();
  await leased.endLease(again);
  if (leased.hasWaitedLong) await saveFailedWork(deps.firestore, leased.batch.id, 'not-stored');
  return again;
}

/** Stores the image and settles the item. Returns false if the image could not be stored now. */
export async function storeImage(
  deps: Deps,
  leased: LeasedItem,
  made: MadeImage,
  cost: Micros,
  saved?: Micros,
): Promise<boolean> {
  const [image, appearance] = await Promise.all([
    store(deps, leased, made, cost),
    made.appearance ?? findAppearance(leased, made.bytes),
  ]);
  if (!image) return false;
  await leased.settle({
    state: 'done',
    image: {
      ...image,
      ...(made.isMadeByAi !== undefined && { isMadeByAi: made.isMadeByAi }),
      ...appearance,
    },
    cost,
    saved,
  });
  return true;
}

const nameOf = ({ batch, index }: Pick<LeasedItem, 'batch' | 'index'>) => ({ batch: batch.id, item: index });

/** Undefined if it fails: what was paid for is stored without. */
export async function findAppearance(
  item: Pick<LeasedItem, 'batch' | 'index'>,
  bytes: Buffer,
): Promise<Appearance | undefined> {
  try {
    return await readAppearance(bytes, { isUrgent: true });
  } catch (error) {
    logWarning('A picture could not be measured.', error, nameOf(item));
    return undefined;
  }
}

/** Of the original that texts were written about. A tool without texts shows no picture. */
export async function addAppearance(
  leased: LeasedItem,
  attempt: Attempt,
  picture: Pick<Original, 'bytes'> | undefined,
): Promise<Attempt> {
  if (!picture || attempt.kind !== 'written' || !leased.tool.texts) return attempt;
  return { ...attempt, appearance: await findAppearance(leased, picture.bytes) };
}

/** At the media service, or in Cloud Storage if the service will never take it. */
async function store(
  deps: Deps,
  leased: LeasedItem,
  made: MadeImage,
  cost: Micros,
): Promise<StoredImage | undefined> {
  const { bytes, contentType } = made;
  const { width, height } = await (await loadSharp())(bytes).metadata();
  // Read if the worker is lost before it has settled the item.
  const context = { cost: String(cost) };
  const excess = await deps.findMediaExcess({ bytes: bytes.length, width, height });
  const uploaded = excess ?? (await upload(deps, leased, made, context));
  if (typeof uploaded !== 'string') return uploaded;
  logInfo('An image is stored in Cloud Storage.', { ...nameOf(leased), why: uploaded });
  const format = FORMATS[contentType];
  const { publicId } = leased;
  try {
    return await saveBucketImage(deps, { publicId, bytes, contentType, format, width, height, context });
  } catch (error) {
    logWarning('An image could not be stored in Cloud Storage.', error, nameOf(leased));
    return undefined;
  }
}

/** Undefined if it may succeed later; why, if the media service will never take the image. */
async function upload(
  { media }: Deps,
  { tool, batch, index, publicId }: LeasedItem,
  made: MadeImage,
  context: Record<string, string>,
): Promise<StoredImage | string | undefined> {
  const signal = AbortSignal.timeout(readEngineSettings().storeTimeoutMs);
  for (let tries = 1; ; tries += 1) {
    try {
      return await media.put({
        publicId,
        bytes: made.bytes,
        contentType: made.contentType,
        hasThumbnail: true,
        fileName: nameImageFile(batch, index, FORMATS[made.contentType], tool.images?.fileSuffix),
        tags: [tagOf(batch), `expires-${batch.expiresAt.toDate().toISOString()}`],
        context,
        signal,
      });
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      if (error.refusesImage) return error.message;
      logWarning('An image could not be stored.', error, { batch: batch.id, item: index, tries });
      if (tries === MAX_TRIES || !error.retryable || signal.aborted) return undefined;
      await sleep(tries * RETRY_MS);
    }
  }
}

/** What a lost worker has stored, with its context. */
export const findStoredImage = async (deps: Pick<Deps, 'media' | 'bucket'>, publicId: string) =>
  (await deps.media.find(publicId)) ?? findBucketImage(deps, publicId);
