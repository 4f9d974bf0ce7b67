import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { print, printSuite, type SuiteResult } from './report.ts';
import { repositoryRoot, runCommand } from './run-command.ts';
import { SECOND_TRY } from './second-tries.ts';

/** The ledger reads what is left here. */
const resultsFolder = join(repositoryRoot, '.build/test-results');

const VitestReportSchema = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

/** What an earlier run left would count as proof. */
export function forgetResults(): void {
  rmSync(resultsFolder, { recursive: true, force: true });
}

export async function runVitest(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<SuiteResult> {
  const startedAt = performance.now();
  const report = join(resultsFolder, `${name}.json`);
  mkdirSync(resultsFolder, { recursive: true });
  const secondTries = `--reporter=${join(import.meta.dirname, 'second-tries.ts')}`;
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, secondTries];
  const { exitCode, output } = await runCommand('vitest', ['run', ...args, ...reporters], { env });
  const result = printSuite({ name, ...countTests(report, exitCode) }, startedAt, output);
  for (const line of output.split('\n')) if (line.startsWith(SECOND_TRY)) print(`  ${line}`);
  return result;
}

/** A run that exits badly without a failed test (a crash, an unhandled error, no tests) counts as one failure. */
function countTests(report: string, exitCode: number) {
  try {
    const { numPassedTests, numFailedTests } = VitestReportSchema.parse(
      JSON.parse(readFileSync(report, 'utf8')),
    );
    return { passed: numPassedTests, failed: exitCode === 0 ? numFailedTests : Math.max(1, numFailedTests) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
