import { ApiFailure } from '../api/api-failure.ts';
import { pause } from '../pause.ts';
import { waitForLine, type Connection } from '../connection/connection.ts';

const MOST_TRIES = 4;
const FIRST_PAUSE_MS = 1000;

/** Runs something that a fault on the way may hit, again after 1, 2 and 4 s, but not while there is no line. */
export async function tryAgain<Result>(
  run: () => Promise<Result>,
  {
    connection,
    signal,
    ready = () => waitForLine(connection, signal),
  }: { connection: Connection; signal: AbortSignal; ready?: () => Promise<void> | void },
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    await ready();
    try {
      return await run();
    } catch (error) {
      signal.throwIfAborted();
      // A try that the lost line ended is not counted.
      if (!connection.isOnline()) {
        tries -= 1;
        continue;
      }
      if (tries >= MOST_TRIES || isFinal(error)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (tries - 1), signal);
    }
  }
}

/** The server has understood and said no. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiFailure && ![502, 503, 504].includes(error.status);
