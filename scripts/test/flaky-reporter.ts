import type { Reporter, TestCase } from 'vitest/node';

export const FLAKY = '↻';

const MAX_REASON = 400;

/** Prints each test that failed first and passed on retry, on a line. */
export default class FlakyReporter implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    if (!testCase.diagnostic()?.flaky) return;
    const reasons = (testCase.result().errors ?? []).map(({ message }) =>
      message.replaceAll(/\s+/g, ' ').slice(0, MAX_REASON),
    );
    process.stdout.write(
      `\n${FLAKY} ${testCase.module.relativeModuleId} > ${testCase.fullName}: ${reasons.join('; ')}\n`,
    );
  }
}
