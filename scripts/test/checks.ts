/** The checks that read the code without running it; `npm run check` runs just these. */
import { printSuite, type SuiteResult } from './report.ts';
import { runCommand } from './run-command.ts';

const CHECKS = [
  { name: 'lint', program: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', program: 'oxfmt', args: ['--check'] },
  // Without `--cache`: from its cache, knip reports a type file that only tsconfig's `paths` name as unused.
  { name: 'dead code', program: 'knip', args: [] },
  { name: 'imports', program: 'node', args: ['scripts/test/imports-main.ts'] },
  { name: 'spec ids', program: 'node', args: ['scripts/spec-ids.ts'] },
];

export const TYPES = { name: 'types', program: 'tsc', args: ['-b', '--checkers', '1'] };

/** At the same time: most of them use one core. */
export const runChecks = ({ checksTypes }: { checksTypes: boolean }): Promise<SuiteResult[]> =>
  Promise.all(
    [...(checksTypes ? [TYPES] : []), ...CHECKS].map(async ({ name, program, args }) => {
      const startedAt = performance.now();
      const { exitCode, output } = await runCommand(program, args);
      const failed = exitCode === 0 ? 0 : 1;
      return printSuite({ name, passed: 1 - failed, failed, skipped: [] }, startedAt, output);
    }),
  );
