/**
 * Lighthouse's performance scores of the built portal, in a new browser and portal (e2e/lighthouse-bench).
 * `npm run bench -- lighthouse home mobile` measures only that.
 */
import { runCommand } from '../test/run-command.ts';
import { withTestPortal } from '@portal/local/test/test-portal';

export const benchLighthouse = (): Promise<void> =>
  withTestPortal('lighthouse-bench', async (env) => {
    const args = ['e2e/lighthouse-bench/main.ts', ...process.argv.slice(2)];
    const { exitCode } = await runCommand('node', args, { live: true, env });
    if (exitCode !== 0) throw new Error('The pages could not be measured.');
  });
