import { logError } from './log.ts';

/** Runs one of several independent pieces of work: its failure must not stop the others. */
export async function catchAndLog(
  message: string,
  details: Record<string, unknown>,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    logError(message, error, details);
  }
}
