import * as logger from 'firebase-functions/logger';

/** For one of several pieces of work: a failure of this one must not stop the others. */
export async function catchAndLog(
  message: string,
  details: Record<string, unknown>,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger.error(message, error, details);
  }
}
