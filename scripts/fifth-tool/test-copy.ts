import { withTestPortal } from '@portal/local/test/test-portal';
import { TYPES } from '../test/checks.ts';
import type { SuiteResult } from '../test/report.ts';
import { runCommand } from '../test/run-command.ts';
import { runVitest } from '../test/run-vitest.ts';

/** The OpenAPI test compares with every call that the contracts declare. */
const TESTS = ['e2e/grayscale', 'e2e/platform/openapi.api'];

/** Checks the types, then runs its tests against a portal. */
export async function testCopy(): Promise<SuiteResult> {
  const { exitCode, output } = await runCommand(TYPES.program, TYPES.args);
  if (exitCode !== 0) throw new Error(output);
  return withTestPortal('fifth-tool', (env) =>
    runVitest('fifth tool', ['--config', 'e2e/vitest.config.ts', ...TESTS], env),
  );
}
