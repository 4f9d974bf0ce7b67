import { renameSync, writeFileSync } from 'node:fs';

/** Whoever reads, even after a kill -9 in between, finds the old content or the new one whole. */
export function replaceFile(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}
