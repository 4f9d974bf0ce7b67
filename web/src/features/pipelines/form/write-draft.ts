import { writeStored } from '../../../shared/browser-storage.ts';

/** For this tab, and for the next new one. */
export function writeDraftOf(name: string, value: unknown): void {
  for (const store of [sessionStorage, localStorage]) {
    try {
      writeStored(store, name, value);
    } catch {
      // Storage is full. What is in the form stays until the page is left.
    }
  }
}
