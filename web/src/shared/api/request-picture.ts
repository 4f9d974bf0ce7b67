import { pause } from '../pause.ts';
import { ApiFailure } from './api-failure.ts';
import { requestImage } from './client.ts';

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 1000;
/** Spreads retries, so that pictures refused together do not come back together. */
const JITTER = 0.5;

interface LoadedPicture {
  /** Shows the picture until `URL.revokeObjectURL`. */
  url: string;
  /** The memory that the URL takes. */
  bytes: number;
}

/**
 * Fetches a picture. After a 429 it waits at least as long as the server says, without a limit on attempts. Other temporary
 * failures, such as a lost connection, are retried after about 1, 2 and 4 s.
 */
export async function requestPicture(path: string, signal: AbortSignal): Promise<LoadedPicture> {
  for (let failures = 0; ;) {
    try {
      const image = await requestImage(path, signal);
      signal.throwIfAborted();
      return image instanceof Blob
        ? { url: URL.createObjectURL(image), bytes: image.size }
        : { url: image.url, bytes: 0 };
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
  const pauseMs = wanted === undefined ? FIRST_PAUSE_MS * 2 ** Math.max(failures - 1, 0) : wanted * 1000;
  return pauseMs * (1 + Math.random() * JITTER);
}
