import { waitForConnection, type Connection } from '../connection/connection.ts';
import { pause } from '../pause.ts';
import { ApiFailure } from './api-failure.ts';

const MAX_RETRIES = 3;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** Rate limits ask for seconds. A longer wait, such as until tomorrow, is up to the user. */
const MAX_RETRY_AFTER_SECONDS = 60;
/** Spreads retries, so that requests refused together do not come back together. */
const JITTER = 0.5;

/** Whether the same request may succeed soon: it got no response, or the server is busy. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiFailure) ||
  ([429, 502, 503, 504].includes(error.status) && (error.retryAfterSeconds ?? 0) <= MAX_RETRY_AFTER_SECONDS);

/** The server says when it is this request's turn. Without Retry-After, Cloud Run has no instance for it. */
const isRateLimited = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 429 && error.retryAfterSeconds !== undefined;

/** Whether to send a request again that had failed `failures` times before. A rate limit may delay it any number of times. */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  isTemporary(error) && (isRateLimited(error) || failures < MAX_RETRIES);

/** Milliseconds until then: what Retry-After says, else 1, 2, 4 … 30 s, and up to half more. */
export function findPause(failures: number, error: unknown): number {
  const wanted = error instanceof ApiFailure ? error.retryAfterSeconds : undefined;
  const pauseMs =
    wanted === undefined ? Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS) : wanted * 1000;
  return pauseMs * (1 + Math.random() * JITTER);
}

interface Options {
  signal: AbortSignal;
  /** If given, a lost connection does not count as a failure. */
  connection?: Connection;
  /** Awaited before each attempt. By default, the connection. */
  ready?: () => Promise<void> | void;
}

/** Sends a request until it succeeds or a retry would not help. */
export async function withRetries<Result>(
  send: () => Promise<Result>,
  { signal, connection, ready = () => connection && waitForConnection(connection, signal) }: Options,
): Promise<Result> {
  for (let failures = 0; ;) {
    await ready();
    try {
      return await send();
    } catch (error) {
      signal.throwIfAborted();
      if (connection && !connection.isOnline()) continue;
      if (!shouldRetry(failures, error)) throw error;
      const pauseMs = findPause(failures, error);
      if (!isRateLimited(error)) failures += 1;
      await pause(pauseMs, signal);
    }
  }
}
