/** Starts the portal of the repository that this file is in, writes where it is into a file, and ends with its parent. */
import { writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { withTestPortal } from '@portal/local/test/test-portal';

const [envFile = ''] = process.argv.slice(2);

/** Short leases, as in the engine's tests of `npm test`. */
const SETTINGS = { UPSCALE_TIMEOUT_SECONDS: '15' };
await withTestPortal(
  'mutation-testing',
  async (env) => {
    writeFileSync(envFile, JSON.stringify(env));
    await once(process.stdin.resume(), 'end');
  },
  { settings: SETTINGS },
);
