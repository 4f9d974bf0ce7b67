import { pause } from '../pause.ts';
import { ApiFailure } from './api-failure.ts';
import { requestImage } from './client.ts';

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 1000;

/**
 * Fetches a picture and returns a URL that shows it until `URL.revokeObjectURL`. After a 429 it waits as long as the server says, without a limit on attempts. Other temporary failures,
 * such as a lost connection, are retried after 1, 2 and 4 s.
 */
export async function requestPicture(path: string, signal: AbortSignal): Promise<string> {
  for (let failures = 0; ;) {
    try {
      const image = await requestImage(path, signal);
      signal.throwIfAborted();
      return image instanceof Blob ? URL.createObjectURL(image) : image.url;
    } catch (error) {
      signal.throwIfAborted();
      const isRateLimited = error instanceof ApiFailure && error.status === 429;
      if (!isRateLimited) failures += 1;
      if (!isTemporary(error) || failures === MAX_ATTEMPTS) throw error;
      await pause(findPause(error, failures), signal);
    }
  }
}

/** Whether the same request may succeed later. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiFailure) || [429, 502, 503, 504].includes(error.status);

function findPause(error: unknown, failures: number): number {
  const wanted = error instanceof ApiFailure ? error.retryAfterSeconds : undefined;
  return wanted === undefined ? FIRST_PAUSE_MS * 2 ** Math.max(failures - 1, 0) : wanted * 1000;
}
