/**
 * `npm run test:fuzz [-- --requests 50000 --seed 7 --only 123]`: random requests to every route of a new portal. `--only` sends
 * just the request of this number, as a failed run says.
 */
import { parseArgs } from 'node:util';
import { withTestPortal } from '@portal/local/test/test-portal';
import { runCommand } from './run-command.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
  },
});

process.exitCode = await withTestPortal('fuzz', async (env) => {
  const vitest = ['run', '--config', 'e2e/vitest.config.ts', 'fuzz/fuzz.api', '--disable-console-intercept'];
  const fuzz = {
    FUZZ_SEED: values.seed,
    FUZZ_REQUESTS: values.requests,
    ...(values.only !== undefined && { FUZZ_ONLY: values.only }),
  };
  return (await runCommand('vitest', vitest, { live: true, env: { ...env, ...fuzz } })).exitCode;
});
