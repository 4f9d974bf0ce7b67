import { pause } from '../pause.ts';
import { ApiFailure } from './api-failure.ts';
import { requestFile, requestImage } from './client.ts';

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 1000;
/** Spreads retries, so that pictures refused together do not come back together. */
const JITTER = 0.5;

export interface LoadedPicture {
  url: string;
  /** In this page's memory. 0 for a link to a large picture, which expires. */
  bytes: number;
}

/** Fetches a full picture. The URL shows it until `URL.revokeObjectURL`. */
export const requestPicture = (path: string, signal: AbortSignal): Promise<LoadedPicture> =>
  retry(signal, async () => {
    const image = await requestImage(path, signal);
    return image instanceof Blob
      ? { url: URL.createObjectURL(image), bytes: image.size }
      : { url: image.url, bytes: 0 };
  });

/**
 * Fetches a thumbnail as a data URL: an object URL takes three messages between the browser's processes, and the page waits for one
 * of them. See docs/decisions/019.
 */
export const requestThumbnail = (path: string, signal: AbortSignal): Promise<LoadedPicture> =>
  retry(signal, async () => {
    const response = await requestFile(path, signal);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const url = `data:${response.headers.get('content-type') ?? ''};base64,${toBase64(bytes)}`;
    return { url, bytes: url.length };
  });

const CHUNK_BYTES = 0x80_00;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES));
  return btoa(text);
}

/**
 * After a 429 it waits at least as long as the server says, without a limit on attempts. Other temporary failures, such as a lost
 * connection, are retried after about 1, 2 and 4 s.
 */
async function retry<Value>(signal: AbortSignal, request: () => Promise<Value>): Promise<Value> {
  for (let failures = 0; ;) {
    try {
      const value = await request();
      signal.throwIfAborted();
      return value;
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
