import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Precedes the totals in what vitest prints. */
export const TOTALS = 'Totals: ';

/** Prints what run-vitest.ts reads. A test that is skipped without a reason counts as failed. */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.map(readReason).filter((reason) => reason !== undefined);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const totals = { passed, failed: tests.length - passed - skipped.length, skipped };
    for (const test of tests.filter(isSkippedSilently)) {
      process.stdout.write(
        `\nSkipped without a reason: ${test.module.relativeModuleId} > ${test.fullName}\n`,
      );
    }
    process.stdout.write(`\n${TOTALS}${JSON.stringify(totals)}\n`);
  }
}

function readReason(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === 'skipped' ? result.note : undefined;
}

const isSkippedSilently = (test: TestCase): boolean =>
  test.result().state === 'skipped' && readReason(test) === undefined;
