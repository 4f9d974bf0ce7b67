import type { Auth, User } from 'firebase/auth';
import { z } from 'zod';

const BEFORE_EXPIRY_MS = 5 * 60_000;
const MIN_RETRY_MS = 30_000;
const MAX_RETRY_MS = 16 * 60_000;

/** Part of Firebase's own record of an account. Unlike the token's claims, the time follows this browser's clock. */
const AccountSchema = z.object({ stsTokenManager: z.object({ expirationTime: z.number() }) });

/**
 * Refreshes the token 5 minutes before it expires. The SDK's own proactive refresh (`ProactiveRefresh` in @firebase/auth)
 * runs only if another Firebase product, such as Firestore, listens to tokens. This app has none, so a token would be
 * refreshed only by the first request after its expiry.
 */
export function refreshTokens(auth: Auth): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refreshIn = (account: User, delayMs: number, retryMs = MIN_RETRY_MS) => {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(account, retryMs), delayMs);
  };
  const refresh = async (account: User, retryMs: number) => {
    const isRefreshed = await account.getIdToken(true).then(
      () => true,
      () => false,
    );
    if (auth.currentUser !== account) return;
    if (isRefreshed) refreshIn(account, untilRefresh(account));
    else refreshIn(account, retryMs, Math.min(2 * retryMs, MAX_RETRY_MS));
  };
  auth.onIdTokenChanged((account) => {
    clearTimeout(timer);
    if (account) refreshIn(account, untilRefresh(account));
  });
}

function untilRefresh(account: User): number {
  const { expirationTime } = AccountSchema.parse(account.toJSON()).stsTokenManager;
  return Math.max(expirationTime - Date.now() - BEFORE_EXPIRY_MS, 0);
}
