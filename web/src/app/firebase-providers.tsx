import { getSettings } from '@portal/contracts/settings';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AuthProvider, FirebaseAppProvider } from 'reactfire';
import { call } from '../client/api/client.ts';
import { FullScreenSpinner } from '../ui/full-screen-spinner.tsx';
import { finishFailedLogout } from '../client/session/end-session.ts';
import { connectSession, SessionProvider } from '../client/session/session-provider.tsx';
import { startAuth } from '../client/session/start-auth.ts';

/** Firebase is configured by the server's settings. */
export function FirebaseProviders({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [getSettings.path],
    queryFn: async () => {
      const settings = await call(getSettings);
      const { auth, getAppCheckToken } = await startAuth(settings);
      await finishFailedLogout(auth);
      connectSession(auth, client, getAppCheckToken);
      return { settings, auth };
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
