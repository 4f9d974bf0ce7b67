/** What becomes of a call whose worker was lost. */
import type { Deps } from '../deps.ts';
import { MediaError } from '../../pictures/media/media-error.ts';
import { logWarning } from '../../platform/logs/log.ts';
import { MicrosTextSchema } from '../../spend/micros.ts';
import { concludeAttempt, type Again } from './conclude-attempt.ts';
import { fetchLostCall } from './fetch-lost-call.ts';
import { nameOf, type LeasedItem } from './leased-item.ts';
import { findStoredImage, storePaidImage } from './store-image.ts';
import { deleteUnstoredImage, findUnstoredImage } from './unstored-images.ts';

const LOST_CALL =
  'Connection lost while the provider was working. You may have been charged. Retry only if you accept a second charge.';

/**
 * A worker was lost after the request may have been sent. If the result can be fetched, or the image exists, it is used; the call
 * is never repeated.
 */
export async function recoverCall(deps: Deps, leased: LeasedItem): Promise<Again> {
  const fetched = await fetchLostCall(deps, leased);
  if (fetched.kind === 'busy') return leaveCall(leased);
  return fetched.kind === 'unknown' ? recoverImage(deps, leased) : concludeAttempt(deps, leased, fetched);
}

/** Another delivery recovers it later. */
async function leaveCall(leased: LeasedItem): Promise<Again> {
  const again = leased.findPauseEnd();
  await leased.endLease(again);
  return again;
}

async function recoverImage(deps: Deps, leased: LeasedItem): Promise<Again> {
  const makesImages = leased.tool.images !== undefined;
  // First, because it asks nothing of a media service that may be down.
  const unstored = makesImages ? await findUnstoredImage(deps, leased.publicId) : undefined;
  if (unstored) {
    const again = await storePaidImage(deps, leased, unstored.made, unstored.cost);
    if (!again) await deleteUnstoredImage(deps, leased.publicId);
    return again;
  }
  let stored: Awaited<ReturnType<typeof findStoredImage>>;
  try {
    stored = makesImages ? await findStoredImage(deps, leased.publicId) : undefined;
  } catch (error) {
    if (!(error instanceof MediaError && error.retryable)) throw error;
    logWarning('An image could not be looked up.', error, nameOf(leased));
    return leaveCall(leased);
  }
  if (stored) {
    const { context, ...image } = stored;
    const cost = MicrosTextSchema.parse(context['cost'] ?? leased.readRecord().reserved);
    await leased.settle({ state: 'done', image, cost });
    return undefined;
  }
  await leased.settle({ state: 'uncertain', reason: LOST_CALL });
  return undefined;
}
