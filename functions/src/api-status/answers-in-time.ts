import * as logger from 'firebase-functions/logger';

const PATIENCE_MS = 5000;

/** Whether a service that the portal depends on answers at all. */
export async function answersInTime(
  what: string,
  ask: () => Promise<unknown>,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  const overdue = AbortSignal.timeout(patienceMs);
  try {
    await Promise.race([
      ask(),
      new Promise((_, reject) => {
        overdue.addEventListener('abort', () => reject(new Error('No answer in time.')));
      }),
    ]);
    return true;
  } catch (error) {
    logger.error(`The ${what} cannot be reached.`, error);
    return false;
  }
}
