import { signOut, type Auth } from 'firebase/auth';
import { z } from 'zod';
import { readStored, writeIfPossible } from '../browser-storage.ts';
import { toast } from '../toast/toast-store.ts';
import { rememberSignedIn } from './signed-in-before.ts';

const FAILED = 'logout-failed';

/**
 * Firebase forgets the user, then deletes its record of them. If that fails it reports nothing, and this page would go on without
 * a token, so a new one starts.
 */
export function endSession(auth: Auth): Promise<void> {
  ending = end(auth);
  return ending;
}

let ending = Promise.resolve();

/** Requests wait for it: a sign-out takes the token away before it has ended, or failed. */
export const waitForSessionEnd = (): Promise<void> => ending;

async function end(auth: Auth): Promise<void> {
  try {
    await signOut(auth);
  } catch (error) {
    // oxlint-disable-next-line no-console -- the spec: a failed logout is logged first
    console.error(error);
    rememberSignedIn(false);
    writeIfPossible(sessionStorage, FAILED, true);
    location.replace('/');
    // Until then, nothing goes on.
    await new Promise(() => undefined);
  }
}

/** In the new page: Firebase may have found its record again. */
export async function finishFailedLogout(auth: Auth): Promise<void> {
  if (readStored(sessionStorage, FAILED, z.literal(true)) === undefined) return;
  sessionStorage.removeItem(FAILED);
  await auth.authStateReady();
  await signOut(auth).catch(() => undefined);
  toast('An error occurred during logout', { isDestructive: true });
}
