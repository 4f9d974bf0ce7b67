/** Runs the API and page tests of e2e/ against several portals at the same time. */
import { withTestPortal } from '@portal/local/test/test-portal';
import { print, type SuiteResult } from './report.ts';
import { runVitest } from './run-vitest.ts';

const NAME = 'e2e';
/** Each of vitest's workers has its own, because tests script its providers. */
const PORTALS = 2;

export async function runPortalSuite(): Promise<SuiteResult> {
  try {
    return await withPortals(PORTALS, (portals) =>
      runVitest(NAME, ['--config', 'e2e/vitest.config.ts'], { PORTALS: JSON.stringify(portals) }),
    );
  } catch (error) {
    print(`A portal did not start: ${error instanceof Error ? error.message : String(error)}`);
    return { name: NAME, passed: 0, failed: 1, skipped: [] };
  }
}

type Portal = Record<string, string>;

/** One portal after the other: the first one builds what the others start. */
const withPortals = <T>(
  count: number,
  run: (portals: readonly Portal[]) => Promise<T>,
  started: readonly Portal[] = [],
): Promise<T> =>
  started.length === count
    ? run(started)
    : withTestPortal(`e2e-${started.length + 1}`, (env) => withPortals(count, run, [...started, env]));
