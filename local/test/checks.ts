/** The checks that read the code without running it; `npm run check` runs just these. */
import { printSuite, type SuiteResult } from './report.ts';
import { runCommand } from './run-command.ts';

const CHECKS = [
  { name: 'types', program: 'tsc', args: ['-b'] },
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', program: 'prettier', args: ['--check', '--log-level', 'warn', '.'] },
  { name: 'dead code', program: 'knip', args: [] },
  { name: 'folder cycles', program: 'node', args: ['local/test/folder-cycles-main.ts'] },
];

/** One after the other: each uses all cores by itself. */
export async function runChecks(): Promise<SuiteResult[]> {
  const results: SuiteResult[] = [];
  for (const { name, program, args } of CHECKS) {
    const startedAt = performance.now();
    const { exitCode, output } = await runCommand(program, args);
    const failed = exitCode === 0 ? 0 : 1;
    results.push(printSuite({ name, passed: 1 - failed, failed }, startedAt, output));
  }
  return results;
}
