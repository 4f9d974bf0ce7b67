import { logWarning } from '../../platform/logs/log.ts';

const TIMEOUT_MS = 5000;

/** Whether a service that the portal depends on answers at all. */
export async function answersInTime(
  what: string,
  ask: () => Promise<unknown>,
  timeoutMs = TIMEOUT_MS,
): Promise<boolean> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    await Promise.race([
      ask(),
      new Promise((_, reject) => {
        timeout.addEventListener('abort', () => reject(new Error('No answer in time.')));
      }),
    ]);
    return true;
  } catch (error) {
    logWarning(`The ${what} cannot be reached.`, error);
    return false;
  }
}
