import { ApiFailure } from '../api/api-failure.ts';
import { pause } from '../pause.ts';
import { waitForConnection, type Connection } from '../connection/connection.ts';

const MAX_ATTEMPTS = 4;
const INITIAL_DELAY_MS = 1000;

/** Retries transient failures after 1, 2 and 4 s, and waits while offline. */
export async function withRetries<Result>(
  run: () => Promise<Result>,
  {
    connection,
    signal,
    ready = () => waitForConnection(connection, signal),
  }: { connection: Connection; signal: AbortSignal; ready?: () => Promise<void> | void },
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    await ready();
    try {
      return await run();
    } catch (error) {
      signal.throwIfAborted();
      // A lost connection does not use up an attempt.
      if (!connection.isOnline()) {
        attempt -= 1;
        continue;
      }
      if (attempt >= MAX_ATTEMPTS || isFinal(error)) throw error;
      await pause(INITIAL_DELAY_MS * 2 ** (attempt - 1), signal);
    }
  }
}

/** The server processed the request and rejected it. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiFailure && ![502, 503, 504].includes(error.status);
