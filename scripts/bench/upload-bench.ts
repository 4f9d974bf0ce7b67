/** Compares uploads through the page with plain requests, in a new browser and portal (e2e/upload-bench). */
import { runCommand } from '../test/run-command.ts';
import { withTestPortal } from '@portal/local/test/test-portal';

export const benchUpload = (): Promise<void> =>
  withTestPortal('upload-bench', async (env) => {
    const { exitCode } = await runCommand('node', ['e2e/upload-bench/main.ts'], { live: true, env });
    if (exitCode !== 0) throw new Error('The uploads could not be measured.');
  });
