import { renameSync, writeFileSync } from 'node:fs';

/** Replaces atomically: readers find the whole old or the whole new content, even after a kill -9. */
export function replaceFile(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}
