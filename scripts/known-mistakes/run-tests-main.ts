/** Runs tests of the copy of the repository that this file is in, and writes how many passed and failed. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { repositoryRoot, runCommand } from '../test/run-command.ts';
import { withTestPortal } from '@portal/local/test/test-portal';
import { TestsSchema } from './mistake.ts';

const ReportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      assertionResults: z.array(z.object({ fullName: z.string(), failureMessages: z.array(z.string()) })),
    }),
  ),
});
/** Short leases, as in the engine's tests of `npm test`. */
const SETTINGS = { UPSCALE_TIMEOUT_SECONDS: '15' };

const [tests = '', outcome = ''] = process.argv.slice(2);
const chosen = TestsSchema.parse(JSON.parse(tests));
const report = join(repositoryRoot, '.build/mistake-report.json');
rmSync(report, { force: true });
mkdirSync(join(repositoryRoot, '.build'), { recursive: true });

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runCommand('vitest', ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...args], { env });
const { output } =
  'unit' in chosen
    ? await run(chosen.unit)
    : await withTestPortal(
        'mistakes',
        (env) =>
          run(['--config', 'e2e/vitest.config.ts', '--retry=0', '-t', chosen.title, ...chosen.e2e], env),
        { settings: SETTINGS },
      );
writeFileSync(outcome, JSON.stringify(readOutcome(output.slice(-4000))));

/** If vitest could not run, no test passed or failed, and its output has the reason. */
function readOutcome(printed: string) {
  try {
    const result = ReportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
    const failures = result.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`);
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests,
      output: failures.join('\n') || printed,
    };
  } catch {
    return { passed: 0, failed: 0, output: printed };
  }
}
