/** Whether somebody was signed in when this browser last had the portal open. Only a guess of what will be needed. */
import { z } from 'zod';
import { readStored, writeStored } from '../browser-storage.ts';

const NAME = 'signed-in';

export const wasSignedIn = (): boolean => readStored(localStorage, NAME, z.boolean()) ?? false;

export function noteSignedIn(isSignedIn: boolean): void {
  try {
    writeStored(localStorage, NAME, isSignedIn);
  } catch {
    // A full or forbidden store costs a moment at the next visit, no more.
  }
}
