/** Whether a user was signed in when this browser last had the portal open. Only a hint for preloading. */
import { z } from 'zod';
import { readStored, writeStored } from '../browser-storage.ts';

const NAME = 'signed-in';

export const wasSignedIn = (): boolean => readStored(localStorage, NAME, z.boolean()) ?? false;

export function rememberSignedIn(isSignedIn: boolean): void {
  try {
    writeStored(localStorage, NAME, isSignedIn);
  } catch {
    // Without storage the next visit only starts a little slower.
  }
}
