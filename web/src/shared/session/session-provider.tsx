import { getUserInfo, type UserInfo } from '@portal/contracts/identity';
import { getSettings, type PublicSettings } from '@portal/contracts/settings';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { signOut, type Auth } from 'firebase/auth';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useAuth, useUser } from 'reactfire';
import { ApiFailure } from '../api/api-failure.ts';
import { USER_DATA_CLEARED } from '../api/user-data.ts';
import { call, connectClient } from '../api/client.ts';
import { BANNED_MESSAGE, passesGate, restrictedMessage } from './gate.ts';
import { forgetForms } from './forget-forms.ts';
import { setNotice } from './notice.ts';
import { readLastUser, rememberSignedIn, rememberUser } from './signed-in-before.ts';
import { findSession, SessionContext } from './session.ts';

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
  });

  const isKnown = passesGate(account?.email ?? '', settings) || userInfo.data !== undefined;
  const [lastUser] = useState(readLastUser);
  const { data: info, isPending: isInfoPending } = userInfo;
  const session = useMemo(
    () => findSession({ isStarting: status === 'loading', account, isKnown, info, isInfoPending, lastUser }),
    [status, account, isKnown, info, isInfoPending, lastUser],
  );

  useEffect(() => {
    if (account && isKnown)
      rememberUser({ uid: account.uid, email: account.email ?? '', displayName: account.displayName });
  }, [account, isKnown]);

  const value = useMemo(
    () => ({
      session,
      settings,
      logOut: () => {
        const { currentUser } = auth;
        for (const store of [sessionStorage, localStorage]) forgetForms(store, currentUser?.uid ?? '');
        return signOut(auth);
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
    lastId = account?.uid;
    rememberSignedIn(account !== null);
    if (!account) rememberUser(null);
  });
  connectClient({
    identity: async () => {
      await auth.authStateReady();
      const account = auth.currentUser;
      if (!account) return undefined;
      const { displayName } = account;
      return {
        id: account.uid,
        email: account.email ?? '',
        name: displayName ?? '',
        getToken: () => account.getIdToken(),
      };
    },
    onBanned: () => {
      setNotice(BANNED_MESSAGE);
      void signOut(auth);
    },
    getAppCheckToken,
  });
}

/** Removes one user's data before the next user signs in, and leaves a path that only signed-in users can open. */
function clearUserData(client: QueryClient, userId: string): void {
  client.removeQueries({
    predicate: ({ queryKey: [first] }) => first !== getSettings.path && first !== 'session',
  });
  dispatchEvent(new Event(USER_DATA_CLEARED));
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith('portal:sent-')) sessionStorage.removeItem(name);
  // This tab's copy. The one of all tabs stays, in case the session has ended without a logout.
  forgetForms(sessionStorage, userId);
  history.replaceState(null, '', '/');
  // The router notices the new path on this event.
  dispatchEvent(new PopStateEvent('popstate'));
}

/** A 403 ends the session. After any other failure the user stays signed in, without a role. */
async function fetchUserInfo(auth: Auth, settings: PublicSettings): Promise<Partial<UserInfo>> {
  try {
    const info = await call(getUserInfo);
    setNotice(undefined);
    return info;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 403) {
      if (!error.isBanned) setNotice(restrictedMessage(settings));
      await signOut(auth);
      throw error;
    }
    // oxlint-disable-next-line no-console -- the spec: any other failure is only logged
    console.warn('Loading the user info failed.', error);
    return {};
  }
}
