/** Runs the API and page tests of e2e/ against several portals at the same time. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTestPortal } from '@portal/local/test/test-portal';
import { print, type SuiteResult } from './report.ts';
import { repositoryRoot } from './run-command.ts';
import { readDurations, runVitest } from './run-vitest.ts';

const NAME = 'e2e';
/** Each of vitest's workers has its own, because tests script its providers. Four take more CPU time for the same tests, and are no faster. */
const PORTALS = 3;

export async function runPortalSuite(): Promise<SuiteResult> {
  try {
    return await withPortals(PORTALS, (portals) =>
      runVitest(NAME, ['--config', 'e2e/vitest.config.ts'], { PORTALS: JSON.stringify(portals) }),
    );
  } catch (error) {
    print(`A portal did not start: ${error instanceof Error ? error.message : String(error)}`);
    return { name: NAME, passed: 0, failed: 1, flaky: [] };
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
    : withTestPortal(`e2e-${started.length + 1}`, (env) => withPortals(count, run, [...started, env]), {
        sharesProcesses: true,
      });

/** `npm test -- --record`: how long each file took, for the order of later runs. */
export function recordDurations(): void {
  const sorted = Object.entries(readDurations(NAME)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(
    join(repositoryRoot, 'e2e/durations.json'),
    `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`,
  );
}
