export interface SuiteResult {
  name: string;
  passed: number;
  failed: number;
  /** The reason of each skipped test. */
  skipped: readonly string[];
}

export const print = (line: string) => process.stdout.write(`${line}\n`);

const describeCounts = (passed: number, failed: number, skipped: number) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

export function printSuite(result: SuiteResult, startedAt: number, output = ''): SuiteResult {
  const { name, passed, failed, skipped } = result;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const mark = failed === 0 ? '✓' : '✗';
  print(`${mark} ${name}: ${describeCounts(passed, failed, skipped.length)} (${seconds} s)`);
  if (failed > 0 && output !== '') print(output);
  return result;
}

/** Prints the totals, in the last line for CI, and returns whether everything passed. */
export function printTotals(results: readonly SuiteResult[]): boolean {
  const sum = (count: (result: SuiteResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  const passed = sum((result) => result.passed);
  const failed = sum((result) => result.failed);
  const skipped = results.flatMap((result) => result.skipped);
  print('');
  for (const result of results) print(`${result.failed === 0 ? '✓' : '✗'} ${result.name}`);
  if (skipped.length > 0) print('\nSkipped:');
  for (const [reason, tests] of Map.groupBy(skipped, (each) => each)) print(`${tests.length} × ${reason}`);
  print(describeCounts(passed, failed, skipped.length));
  return failed === 0 && passed > 0;
}
