/**
 * `npm run test:hostile`: damaged, misleading and very large files through every way into a new portal. Prints what became of
 * each, and the peak memory of the functions.
 */
import { withTestPortal } from '@portal/local/test/test-portal';
import { runCommand } from './run-command.ts';

/** The largest pictures take minutes on a busy machine. */
const SETTINGS = { CALL_TIMEOUT_SECONDS: '180', STORE_TIMEOUT_SECONDS: '60' };

process.exitCode = await withTestPortal(
  'hostile',
  async (env) => {
    const vitest = [
      'run',
      '--config',
      'e2e/vitest.config.ts',
      'hostile-files/',
      '--disable-console-intercept',
    ];
    return (await runCommand('vitest', vitest, { live: true, env: { ...env, HOSTILE_FILES: 'all' } }))
      .exitCode;
  },
  { settings: SETTINGS },
);
