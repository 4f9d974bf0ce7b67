import type { Reporter, TestCase } from 'vitest/node';

export const SECOND_TRY = '↻';

/** Names each test that failed at first and then passed: it is to be looked at, though nothing is broken. */
export default class SecondTries implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    if (!testCase.diagnostic()?.flaky) return;
    const reasons = (testCase.result().errors ?? []).map(({ message }) => message.split('\n')[0] ?? '');
    process.stdout.write(
      `\n${SECOND_TRY} ${testCase.module.relativeModuleId} > ${testCase.fullName}: ${reasons.join('; ')}\n`,
    );
  }
}
