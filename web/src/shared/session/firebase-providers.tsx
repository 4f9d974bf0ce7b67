import { getSettings } from '@portal/contracts/settings';
import { useQueryClient, useQuery, type QueryClient } from '@tanstack/react-query';
import { initializeApp } from 'firebase/app';
import {
  browserPopupRedirectResolver,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  type Auth,
} from 'firebase/auth';
import type { PublicSettings } from '@portal/contracts/settings';
import type { ReactNode } from 'react';
import { AuthProvider, FirebaseAppProvider } from 'reactfire';
import { call } from '../api/client.ts';
import { FullScreenSpinner } from '../ui/full-screen-spinner.tsx';
import { refreshTokens } from './refresh-token.ts';
import { wasSignedIn } from './signed-in-before.ts';
import { connectSession, SessionProvider } from './session-provider.tsx';

/** Firebase is configured by the server's settings. */
export function FirebaseProviders({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [getSettings.path],
    queryFn: async () => {
      const settings = await call(getSettings);
      return { settings, auth: await startAuth(settings, client) };
    },
    throwOnError: true,
  });
  if (!data) return <FullScreenSpinner />;
  return (
    <FirebaseAppProvider firebaseApp={data.auth.app}>
      <AuthProvider sdk={data.auth}>
        <SessionProvider settings={data.settings}>{children}</SessionProvider>
      </AuthProvider>
    </FirebaseAppProvider>
  );
}

async function startAuth(
  { firebase, appCheck, authEmulatorUrl }: PublicSettings,
  client: QueryClient,
): Promise<Auth> {
  // Browsers partition storage by site, so the sign-in handler must be on the page's own domain. Hosting serves it on every
  // domain (https://firebase.google.com/docs/auth/web/redirect-best-practices).
  const app = initializeApp({
    ...firebase,
    authDomain: firebase.authDomain ?? location.host,
    ...(appCheck && { appId: appCheck.appId }),
  });
  const getAppCheckToken = appCheck && (await import('./app-check.ts')).startAppCheck(app, appCheck);
  const auth = initializeAuth(app, {
    persistence: indexedDBLocalPersistence,
    // On phones and Safari, Firebase would first load a script of Google that only a sign-in needs.
    ...(!wasSignedIn() && { popupRedirectResolver: browserPopupRedirectResolver }),
  });
  if (authEmulatorUrl !== undefined) connectAuthEmulator(auth, authEmulatorUrl, { disableWarnings: true });
  connectSession(auth, client, getAppCheckToken);
  refreshTokens(auth);
  return auth;
}
