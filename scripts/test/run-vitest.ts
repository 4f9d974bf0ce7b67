import { join } from 'node:path';
import { z } from 'zod';
import { printSuite, type SuiteResult } from './report.ts';
import { runCommand } from './run-command.ts';
import { TOTALS } from './totals-reporter.ts';

const TotalsSchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.array(z.string()) });

export async function runVitest(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<SuiteResult> {
  const startedAt = performance.now();
  const reporters = ['--reporter=dot', `--reporter=${join(import.meta.dirname, 'totals-reporter.ts')}`];
  const { exitCode, output } = await runCommand('vitest', ['run', ...args, ...reporters], { env });
  const totals = readTotals(output);
  // A run that exits badly without a failed test (a crash, an unhandled error, no tests) counts as one failure.
  const failed = exitCode === 0 ? totals.failed : Math.max(1, totals.failed);
  return printSuite({ name, ...totals, failed }, startedAt, output);
}

function readTotals(output: string): z.infer<typeof TotalsSchema> {
  const line = output.split('\n').findLast((each) => each.startsWith(TOTALS));
  if (line === undefined) return { passed: 0, failed: 1, skipped: [] };
  return TotalsSchema.parse(JSON.parse(line.slice(TOTALS.length)));
}
