import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { FLAKY } from './flaky-reporter.ts';
import { printSuite, type SuiteResult } from './report.ts';
import { repositoryRoot, runCommand } from './run-command.ts';

const resultsFolder = join(repositoryRoot, '.build/test-results');

const VitestReportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

export function deleteOldResults(): void {
  rmSync(resultsFolder, { recursive: true, force: true });
}

export async function runVitest(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<SuiteResult> {
  const startedAt = performance.now();
  mkdirSync(resultsFolder, { recursive: true });
  const reporters = [
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${reportFile(name)}`,
    `--reporter=${join(import.meta.dirname, 'flaky-reporter.ts')}`,
  ];
  const { exitCode, output } = await runCommand('vitest', ['run', ...args, ...reporters], { env });
  const flaky = output.split('\n').filter((line) => line.startsWith(FLAKY));
  return printSuite({ name, ...countTests(name, exitCode), flaky }, startedAt, output);
}

/** Seconds by test file, from the repository's root; empty when the suite left no report. */
export function readDurations(name: string): Record<string, number> {
  const report = readReport(name);
  if (!report) return {};
  return Object.fromEntries(
    report.testResults.map(({ name: file, startTime, endTime }) => [
      relative(repositoryRoot, file),
      Math.round((endTime - startTime) / 1000),
    ]),
  );
}

/** A run that exits badly without a failed test (a crash, an unhandled error, no tests) counts as one failure. */
function countTests(name: string, exitCode: number) {
  const report = readReport(name);
  if (!report) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests: failed } = report;
  return { passed, failed: exitCode === 0 ? failed : Math.max(1, failed) };
}

const reportFile = (name: string) => join(resultsFolder, `${name}.json`);

function readReport(name: string): z.infer<typeof VitestReportSchema> | undefined {
  try {
    return VitestReportSchema.parse(JSON.parse(readFileSync(reportFile(name), 'utf8')));
  } catch {
    return undefined;
  }
}
