export interface SuiteResult {
  name: string;
  passed: number;
  failed: number;
  /** The tests that passed on retry, and why they failed first. */
  flaky: readonly string[];
}

export const print = (line: string) => process.stdout.write(`${line}\n`);

export function printSuite(result: SuiteResult, startedAt: number, output = ''): SuiteResult {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const mark = result.failed === 0 ? '✓' : '✗';
  print(`${mark} ${result.name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`);
  if (result.failed > 0 && output !== '') print(output);
  return result;
}

/** Prints the totals, in the last line for CI, and returns whether everything passed. */
export function printTotals(results: readonly SuiteResult[]): boolean {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const flaky = results.flatMap((result) => result.flaky);
  print('');
  for (const result of results) print(`${result.failed === 0 ? '✓' : '✗'} ${result.name}`);
  print(flaky.length === 0 ? 'No test was retried.' : `Passed on retry (flaky): ${flaky.length}`);
  for (const test of flaky) print(`  ${test}`);
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0;
}
