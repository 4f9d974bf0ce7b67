import { print, type SuiteResult } from './report.ts';
import { runVitest } from './run-vitest.ts';
import { withTestPortal } from './test-portal.ts';

/** The API and browser tests. */
export async function runPortalSuite(): Promise<SuiteResult> {
  const name = 'api and browser';
  try {
    return await withTestPortal((env) => runVitest(name, ['--config', 'e2e/vitest.config.ts'], env));
  } catch (error) {
    print(`The portal did not start: ${error instanceof Error ? error.message : String(error)}`);
    return { name, passed: 0, failed: 1 };
  }
}
