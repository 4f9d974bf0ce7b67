/** Runs the API and page tests of e2e/ against several portals at the same time. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestPortal, type TestPortal } from '@portal/local/test/test-portal';
import { print, type SuiteResult } from './report.ts';
import { repositoryRoot } from './run-command.ts';
import { readDurations, runVitest } from './run-vitest.ts';

const NAME = 'e2e';
/** Each of vitest's workers has its own, because tests script its providers. Four take more CPU time for the same tests, and are no faster. */
const PORTALS = 3;

/** `onStarted`: when the portals are up, and the tests begin. */
export async function runPortalSuite(onStarted: () => void): Promise<SuiteResult> {
  const portals: TestPortal[] = [];
  const start = async (index: number) =>
    void portals.push(await startTestPortal(`e2e-${index + 1}`, { sharesProcesses: true }));
  try {
    const [first = 0, ...others] = Array(PORTALS).keys();
    // It builds what the others start.
    await start(first);
    await Promise.all(others.map(start));
    onStarted();
    return await runVitest(NAME, ['--config', 'e2e/vitest.config.ts'], {
      env: { PORTALS: JSON.stringify(portals.map(({ env }) => env)) },
    });
  } catch (error) {
    print(`A portal did not start: ${error instanceof Error ? error.message : String(error)}`);
    return { name: NAME, passed: 0, failed: 1, flaky: [] };
  } finally {
    await Promise.all(portals.map(({ stop }) => stop()));
  }
}

/** `npm test -- --record`: how long each file took, for the order of later runs. */
export function recordDurations(): void {
  const sorted = Object.entries(readDurations(NAME)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(
    join(repositoryRoot, 'e2e/durations.json'),
    `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`,
  );
}
