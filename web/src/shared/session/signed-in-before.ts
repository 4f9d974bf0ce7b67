/** Whether somebody was signed in when this browser last had the portal open. Only a guess of what will be needed. */
import { z } from 'zod';
import { keep, readKept } from '../browser-storage.ts';

const NAME = 'signed-in';

export const wasSignedIn = (): boolean => readKept(localStorage, NAME, z.boolean()) ?? false;

export function noteSignedIn(isSignedIn: boolean): void {
  try {
    keep(localStorage, NAME, isSignedIn);
  } catch {
    // A full or forbidden store costs a moment at the next visit, no more.
  }
}
