import { getUserInfo, type UserInfo } from '@portal/contracts/identity';
import { getSettings, type PublicSettings } from '@portal/contracts/settings';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { Auth } from 'firebase/auth';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useAuth, useUser } from 'reactfire';
import { ApiFailure } from '../api/api-failure.ts';
import { USER_DATA_CLEARED } from '../api/user-data.ts';
import { call, connectClient } from '../api/client.ts';
import { isSharedPath } from './shared-path.ts';
import { endSession, waitForSessionEnd } from './end-session.ts';
import { forgetForms } from './forget-forms.ts';
import { BANNED_MESSAGE, passesGate, restrictedMessage, SESSION_EXPIRED_MESSAGE } from './gate.ts';
import { setNotice } from './notice.ts';
import { readLastUserId, rememberSignedIn, rememberUserId, wasSignedIn } from './signed-in-before.ts';
import { describeUser, findSession, SessionContext } from './session.ts';

export function SessionProvider({ settings, children }: { settings: PublicSettings; children: ReactNode }) {
  const auth = useAuth();
  const { status, data: account } = useUser();
  const userInfo = useQuery({
    queryKey: ['session', 'user-info', account?.uid ?? ''],
    queryFn: () => fetchUserInfo(auth, settings),
    // The role may have changed by the next sign-in.
    gcTime: 0,
    staleTime: 0,
    enabled: account != null,
    // Until the server answers who the user is: after 1 s, later every 30 s, and only while the portal can be reached.
    retry: (_count, error) => !isRefusal(error),
  });

  const info = userInfo.data;
  // Not a refusal, which ends the session: the user stays signed in without a role.
  const hasInfoFailed = userInfo.failureCount > 0;
  const isKnown = passesGate(account?.email ?? '', settings) || info !== undefined || hasInfoFailed;
  const [lastUserId] = useState(readLastUserId);
  const session = useMemo(
    () =>
      findSession({ isStarting: status === 'loading', account, isKnown, info, hasInfoFailed, lastUserId }),
    [status, account, isKnown, info, hasInfoFailed, lastUserId],
  );

  useEffect(() => {
    if (account && isKnown) rememberUserId(account.uid);
  }, [account, isKnown]);

  const value = useMemo(
    () => ({
      session,
      settings,
      logOut: () => {
        const { currentUser } = auth;
        for (const store of [sessionStorage, localStorage]) forgetForms(store, currentUser?.uid ?? '');
        return endSession(auth);
      },
    }),
    [session, settings, auth],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Requests read the user from Firebase itself, which knows it before React does. */
export function connectSession(
  auth: Auth,
  client: QueryClient,
  getAppCheckToken: (() => Promise<string>) | undefined,
): void {
  let lastId: string | undefined;
  auth.onAuthStateChanged((account) => {
    // Another user may sign in at once, in another tab.
    if (lastId !== undefined && lastId !== account?.uid) clearUserData(client, lastId);
    if (!account && lastId === undefined && wasSignedIn()) explainLostSession();
    lastId = account?.uid;
    rememberSignedIn(account !== null);
    if (!account) rememberUserId(null);
  });
  connectClient({
    identity: async () => {
      await Promise.all([auth.authStateReady(), waitForSessionEnd()]);
      const account = auth.currentUser;
      if (!account) return undefined;
      const { id, email, displayName, firstName, lastName } = describeUser(account);
      const name = displayName || `${firstName} ${lastName}`.trim();
      return { id, email, name, getToken: () => account.getIdToken() };
    },
    onBanned: () => {
      setNotice(BANNED_MESSAGE);
      void endSession(auth);
    },
    getAppCheckToken,
  });
}

/** Since the last visit. The page of a shared batch stays open until its reader has signed in. */
function explainLostSession(): void {
  setNotice(SESSION_EXPIRED_MESSAGE);
  if (!isSharedPath(location.pathname)) goToSignIn();
}

/** Removes one user's data before the next user signs in. */
function clearUserData(client: QueryClient, userId: string): void {
  client.removeQueries({
    predicate: ({ queryKey: [first] }) => first !== getSettings.path && first !== 'session',
  });
  dispatchEvent(new Event(USER_DATA_CLEARED));
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith('portal:sent-')) sessionStorage.removeItem(name);
  // This tab's copy. The one of all tabs stays, in case the session has ended without a logout.
  forgetForms(sessionStorage, userId);
  goToSignIn();
}

/** Visitors can open no other path. */
function goToSignIn(): void {
  history.replaceState(null, '', '/');
  // The router notices the new path on this event.
  dispatchEvent(new PopStateEvent('popstate'));
}

const isRefusal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status === 403;

/** A 403 ends the session. */
async function fetchUserInfo(auth: Auth, settings: PublicSettings): Promise<UserInfo> {
  try {
    const info = await call(getUserInfo);
    setNotice(undefined);
    return info;
  } catch (error) {
    if (isRefusal(error)) {
      if (!error.isBanned) setNotice(restrictedMessage(settings));
      await endSession(auth);
    } else {
      // oxlint-disable-next-line no-console -- the spec: any other failure is only logged
      console.warn('Loading the user info failed.', error);
    }
    throw error;
  }
}
