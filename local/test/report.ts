export interface SuiteResult {
  name: string;
  passed: number;
  failed: number;
}

export const print = (line: string) => process.stdout.write(`${line}\n`);

export function printSuite(result: SuiteResult, startedAt: number, output = ''): SuiteResult {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  print(
    `${result.failed === 0 ? '✓' : '✗'} ${result.name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`,
  );
  if (result.failed > 0 && output !== '') print(output);
  return result;
}

/** Ends with the line that CI reads; tells whether all is well. */
export function printTotals(results: readonly SuiteResult[]): boolean {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  print('');
  for (const result of results) print(`${result.failed === 0 ? '✓' : '✗'} ${result.name}`);
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0;
}
