import { setTimeout as sleep } from 'node:timers/promises';
import type { File, SaveOptions } from '@google-cloud/storage' with { 'resolution-mode': 'require' };

const MAX_TRIES = 3;
const RETRY_MS = 500;

/**
 * Saves a file that is new, or may overwrite an earlier one. The SDK does not repeat a save without a precondition (`maxRetries` of `save` in
 * `@google-cloud/storage/src/file.ts`), nor one with a precondition if it fails during such a save: `autoRetry` is shared by all
 * files. Repeating the same bytes is safe.
 */
export async function saveFile(file: File, bytes: Buffer, options: SaveOptions): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await file.save(bytes, { ...options, resumable: false });
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
      await sleep(tries * RETRY_MS);
    }
  }
}
