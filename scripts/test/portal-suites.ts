/** Runs the API and browser tests of e2e/ in parallel lanes. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { withTestPortal } from '@portal/local/test/test-portal';
import { balanceLanes } from './lanes.ts';
import { print, type SuiteResult } from './report.ts';
import { repositoryRoot } from './run-command.ts';
import { readDurations, runVitest } from './run-vitest.ts';

/** Three use 65% of the CPU time of two cores, four use 85%. More would leave too little for tests with time limits. */
const LANES = 4;
/** Of the first lane, which fills what the unit tests leave idle. About as long as those take. */
const HEAD_START_SECONDS = 130;
const durationsFile = join(repositoryRoot, 'e2e/durations.json');

interface Lane {
  number: number;
  files: readonly string[];
  ready: Promise<unknown> | undefined;
}

/**
 * Each lane has its own portal, because tests script its providers. The first lane starts at once, the others when `ready`
 * resolves.
 */
export async function runPortalSuites(ready: Promise<unknown>): Promise<SuiteResult[]> {
  const files = globSync('e2e/*/*.{api.test,spec}.ts', { cwd: repositoryRoot });
  const lanes = balanceLanes(files, readRecordedDurations(), LANES, HEAD_START_SECONDS).map(
    (laneFiles, index) => ({ number: index + 1, files: laneFiles, ready: index === 0 ? undefined : ready }),
  );
  return runLanes(lanes);
}

/** One portal after the other: the first one builds what the others start. */
async function runLanes([lane, ...others]: readonly Lane[]): Promise<SuiteResult[]> {
  if (!lane) return [];
  const name = `e2e ${lane.number}`;
  try {
    return await withTestPortal(
      `e2e-${lane.number}`,
      async (env) => {
        const runTests = async () => {
          await lane.ready;
          return runVitest(name, ['--config', 'e2e/vitest.config.ts', ...lane.files], {
            ...env,
            LANE: String(lane.number),
          });
        };
        const [result, rest] = await Promise.all([runTests(), runLanes(others)]);
        return [result, ...rest];
      },
      { sharesProcesses: true },
    );
  } catch (error) {
    // The lanes before this one go on.
    print(`The portal of ${name} did not start: ${error instanceof Error ? error.message : String(error)}`);
    return [{ name, passed: 0, failed: 1, flaky: [] }];
  }
}

const readRecordedDurations = () =>
  z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(durationsFile, 'utf8')));

/** `npm test -- --record`: how long each file took, for the lanes of later runs. */
export function recordDurations(results: readonly SuiteResult[]): void {
  const durations = results.flatMap(({ name }) => Object.entries(readDurations(name)));
  const sorted = durations.toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(durationsFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
