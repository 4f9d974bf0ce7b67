/** Scrolls through 2,000 pictures of a history and of the Library, in a new browser and portal (e2e/scroll-bench). */
import { runCommand } from '../test/run-command.ts';
import { withTestPortal } from '@portal/local/test/test-portal';

export const benchScroll = (): Promise<void> =>
  withTestPortal('scroll-bench', async (env) => {
    const { exitCode } = await runCommand('node', ['e2e/scroll-bench/main.ts'], { live: true, env });
    if (exitCode !== 0) throw new Error('Scrolling could not be measured.');
  });
