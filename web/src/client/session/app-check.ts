/** Loaded only if the studio uses App Check. */
import type { PublicSettings } from '@portal/contracts/settings';
import type { FirebaseApp } from 'firebase/app';
import { getToken, initializeAppCheck, ReCaptchaEnterpriseProvider } from 'firebase/app-check';

/** Must be called before the app's other services are opened: they send the token too. */
export function startAppCheck(
  app: FirebaseApp,
  { siteKey }: NonNullable<PublicSettings['appCheck']>,
): () => Promise<string> {
  const appCheck = initializeAppCheck(app, {
    provider: new ReCaptchaEnterpriseProvider(siteKey),
    isTokenAutoRefreshEnabled: true,
  });
  return async () => (await getToken(appCheck)).token;
}
