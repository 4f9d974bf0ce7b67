/** `npm run test:load [-- OPTIONS]`: many people at once, then the same while processes are killed. See e2e/load/main.ts. */
import { withTestPortal } from '@portal/local/test/test-portal';
import { runCommand } from '../test/run-command.ts';

/** A lease of 84 s instead of 288 s, and time enough for calls on a busy machine; caches as in production. */
const SETTINGS = {
  CALL_TIMEOUT_SECONDS: '50',
  STORE_TIMEOUT_SECONDS: '20',
  RETRY_AFTER_SECONDS: '1',
  CACHE_SECONDS: '2',
  GOOGLE_DAILY_IMAGES: '100000',
};

process.exitCode = await withTestPortal(
  'load',
  async (env) => {
    const args = ['e2e/load/main.ts', ...process.argv.slice(2)];
    return (await runCommand('node', args, { live: true, env })).exitCode;
  },
  { settings: SETTINGS },
);
