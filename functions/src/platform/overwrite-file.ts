import { setTimeout as sleep } from 'node:timers/promises';
import type { FileStorage } from './file-storage.ts';

type File = ReturnType<ReturnType<FileStorage['bucket']>['file']>;

const MAX_TRIES = 3;
const RETRY_MS = 500;

/** Writes a whole file that only its item writes. The SDK itself never retries without a precondition. */
export async function overwriteFile(
  file: File,
  bytes: Buffer,
  options: NonNullable<Parameters<File['save']>[1]>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await file.save(bytes, { ...options, resumable: false });
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
      await sleep(tries * RETRY_MS);
    }
  }
}
