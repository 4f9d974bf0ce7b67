import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot, startLocalPortal } from '../start-local-portal.ts';

/** Short caches, and no delays between attempts, so that tests do not wait. A call has time on a busy machine, too. */
const TEST_SETTINGS = {
  CALL_TIMEOUT_SECONDS: '60',
  STORE_TIMEOUT_SECONDS: '6',
  RETRY_AFTER_SECONDS: '0',
  CACHE_SECONDS: '0.2',
};

interface TestPortalOptions {
  /** Settings of the functions. */
  settings?: Readonly<Record<string, string>>;
}

/** Runs a task against a new portal on free ports without data. `env` has its addresses, for e2e/config.ts. */
export async function withTestPortal<T>(
  name: string,
  run: (env: Record<string, string>) => Promise<T>,
  { settings = {} }: TestPortalOptions = {},
): Promise<T> {
  const dataFolder = join(repositoryRoot, '.build', `test-portal-${name}`);
  rmSync(dataFolder, { recursive: true, force: true });
  const portal = await startLocalPortal({
    dataFolder,
    // Nobody starts it again, and a look at all uploads every few seconds takes CPU time.
    savesData: false,
    ports: 'auto',
    functionSettings: { ...TEST_SETTINGS, ...settings },
  });
  const { urls, projectId } = portal;
  try {
    return await run({
      PORTAL_URL: urls.hosting,
      PORTAL_PROJECT: projectId,
      PORTAL_FUNCTIONS_URL: urls.functions,
      PORTAL_AUTH_URL: urls.auth,
      PORTAL_STORAGE: new URL(urls.storage).host,
      PORTAL_FIRESTORE: new URL(urls.firestore).host,
      PORTAL_SANDBOX: urls.sandbox,
      PORTAL_LOG: join(dataFolder, 'logs/emulators.log'),
      PORTAL_GOOGLE_APIS: urls.googleApis,
    });
  } finally {
    await portal.stop();
  }
}
