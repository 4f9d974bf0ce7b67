/** The checks that read the code without running it; `npm run check` runs just these. */
import { printSuite, type SuiteResult } from './report.ts';
import { runCommand } from './run-command.ts';

const CHECKS = [
  { name: 'types', program: 'tsc', args: ['-b', '--checkers', '1'] },
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', program: 'oxfmt', args: ['--check'] },
  // Without `--cache`: from its cache, knip reports a type file that only tsconfig's `paths` name as unused.
  { name: 'dead code', program: 'knip', args: [] },
  { name: 'imports', program: 'node', args: ['scripts/test/imports-main.ts'] },
  { name: 'spec ids', program: 'node', args: ['scripts/spec-ids.ts'] },
  { name: 'scale', program: 'node', args: ['scripts/scale/main.ts', '--check'] },
];

/** One after the other: each of them uses all cores. */
export async function runChecks(): Promise<SuiteResult[]> {
  const results: SuiteResult[] = [];
  for (const { name, program, args } of CHECKS) {
    const startedAt = performance.now();
    const { exitCode, output } = await runCommand(program, args);
    const failed = exitCode === 0 ? 0 : 1;
    results.push(printSuite({ name, passed: 1 - failed, failed, flaky: [] }, startedAt, output));
  }
  return results;
}
