import { PICTURE_TYPES } from '@portal/contracts/picture-type';
import type { FileStorage } from '../../platform/files/file-storage.ts';
import { AppError } from '../../platform/app-error.ts';
import { AcquireAborted, makeWeightedSemaphore } from '../../platform/weighted-semaphore.ts';
import { inspectPicture } from '../../pictures/uploads/inspect-picture.ts';
import { readUpload, readUploadSize, type UploadPlace } from '../../pictures/uploads/upload-store.ts';

/** What an instance holds of files to draw; a larger one is alone. Part of RESERVED_BYTES in picture-memory.ts. */
const FILE_BYTES = 80 * 1024 ** 2;
/** libuv decodes no more at once. */
const MAX_AT_ONCE = 4;
const MAX_WAIT_MS = 20_000;

const runWithin = makeWeightedSemaphore(FILE_BYTES);

/** A small WebP of an upload that no worker has checked yet. Undefined if the file is gone or is no picture. */
export async function drawThumbnail(
  storage: FileStorage,
  original: UploadPlace,
  left: AbortSignal,
): Promise<Buffer | undefined> {
  const size = await readUploadSize(storage, original);
  if (size === undefined) return undefined;
  const signal = AbortSignal.any([left, AbortSignal.timeout(MAX_WAIT_MS)]);
  const weight = Math.max(size, FILE_BYTES / MAX_AT_ONCE);
  try {
    return await runWithin(weight, () => draw(storage, original, signal), { signal });
  } catch (cause) {
    if (!(cause instanceof AcquireAborted)) throw cause;
    throw new AppError('unavailable', 'Too many previews are in progress. Try again in a moment.', {
      cause,
      retryAfterSeconds: 2,
    });
  }
}

async function draw(
  storage: FileStorage,
  original: UploadPlace,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const bytes = await readUpload(storage, original);
  const rules = { types: PICTURE_TYPES, takesAnimated: true, signal };
  const inspection = bytes && (await inspectPicture(bytes, rules));
  return inspection?.kind === 'picture' ? inspection.picture.thumbnail : undefined;
}
