/** Opens a finished batch in a new browser and portal (e2e/thumbnails-bench). */
import { runCommand } from '../test/run-command.ts';
import { withTestPortal } from '@portal/local/test/test-portal';

export const benchThumbnails = (): Promise<void> =>
  withTestPortal('thumbnails-bench', async (env) => {
    const { exitCode } = await runCommand('node', ['e2e/thumbnails-bench/main.ts'], { live: true, env });
    if (exitCode !== 0) throw new Error('The thumbnails could not be measured.');
  });
