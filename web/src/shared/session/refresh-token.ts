import type { Auth, User } from 'firebase/auth';
import { z } from 'zod';

const BEFORE_EXPIRY_MS = 5 * 60_000;
const MIN_RETRY_MS = 30_000;
const MAX_RETRY_MS = 16 * 60_000;

/** As Firebase keeps an account; the time is by this browser's own clock, which a claim of the token is not. */
const AccountSchema = z.object({ stsTokenManager: z.object({ expirationTime: z.number() }) });

/**
 * Refreshes the token 5 minutes before it expires. The SDK's own proactive refresh (`ProactiveRefresh` in @firebase/auth)
 * runs only for other Firebase products that listen to tokens, such as Firestore, and this app has none: without it a token
 * is refreshed by the first request after it has expired.
 */
export function refreshTokens(auth: Auth): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (account: User, delayMs: number, retryMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Success and sign-out are told to the listener below.
      account.getIdToken(true).catch(() => {
        if (auth.currentUser === account) schedule(account, retryMs, Math.min(2 * retryMs, MAX_RETRY_MS));
      });
    }, delayMs);
  };
  auth.onIdTokenChanged((account) => {
    clearTimeout(timer);
    if (!account) return;
    const { expirationTime } = AccountSchema.parse(account.toJSON()).stsTokenManager;
    schedule(account, Math.max(expirationTime - Date.now() - BEFORE_EXPIRY_MS, 0), MIN_RETRY_MS);
  });
}
