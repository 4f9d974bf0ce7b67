import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startLocalPortal } from '../runner/start-local-portal.ts';
import { print, type SuiteResult } from './report.ts';
import { repositoryRoot } from './run-command.ts';
import { runVitest } from './run-vitest.ts';

/** The API and browser tests, against a portal of their own: free ports, empty data. */
export async function runPortalSuite(): Promise<SuiteResult> {
  const dataFolder = join(repositoryRoot, '.build/test-portal');
  rmSync(dataFolder, { recursive: true, force: true });
  try {
    const portal = await startLocalPortal({ dataFolder, ports: 'auto' });
    try {
      return await runVitest('api and browser', ['--config', 'e2e/vitest.config.ts'], {
        PORTAL_URL: portal.urls.hosting,
        PORTAL_PROJECT: portal.projectId,
        PORTAL_FUNCTIONS_URL: portal.urls.functions,
        PORTAL_AUTH_URL: portal.urls.auth,
        PORTAL_STORAGE: new URL(portal.urls.storage).host,
        PORTAL_FIRESTORE: new URL(portal.urls.firestore).host,
      });
    } finally {
      await portal.stop();
    }
  } catch (error) {
    print(`The portal did not start: ${error instanceof Error ? error.message : String(error)}`);
    return { name: 'api and browser', passed: 0, failed: 1 };
  }
}
