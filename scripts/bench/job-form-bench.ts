/** `job-form`: the form of a job with 1,000 prompts (e2e/job-form-bench). */
import { withTestPortal } from '@portal/local/test/test-portal';
import { runCommand } from '../test/run-command.ts';

export async function benchJobForm(): Promise<void> {
  await withTestPortal('job-form-bench', async (env) => {
    const { exitCode } = await runCommand('node', ['e2e/job-form-bench/main.ts'], { live: true, env });
    if (exitCode !== 0) throw new Error('The form could not be measured.');
  });
}
