import * as logger from 'firebase-functions/logger';

/** Runs one of several independent pieces of work: its failure must not stop the others. */
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
