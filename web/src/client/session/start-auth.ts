import type { PublicSettings } from '@portal/contracts/settings';
import { initializeApp } from 'firebase/app';
import {
  browserPopupRedirectResolver,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  type Auth,
} from 'firebase/auth';
import { refreshTokens } from './refresh-token.ts';
import { wasSignedIn } from './signed-in-before.ts';

interface Started {
  auth: Auth;
  getAppCheckToken: (() => Promise<string>) | undefined;
}

export async function startAuth({ firebase, appCheck, authEmulatorUrl }: PublicSettings): Promise<Started> {
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
  refreshTokens(auth);
  return { auth, getAppCheckToken };
}
