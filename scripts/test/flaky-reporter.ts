import type { Reporter, TestCase } from 'vitest/node';

export const FLAKY = '↻';

/** Prints each test that failed first and passed on retry. */
export default class FlakyReporter implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    if (!testCase.diagnostic()?.flaky) return;
    const reasons = (testCase.result().errors ?? []).map(({ message }) => message.split('\n')[0] ?? '');
    process.stdout.write(
      `\n${FLAKY} ${testCase.module.relativeModuleId} > ${testCase.fullName}: ${reasons.join('; ')}\n`,
    );
  }
}
