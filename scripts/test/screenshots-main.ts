import { runCommand } from './run-command.ts';
import { withTestPortal } from '@portal/local/test/test-portal';

process.exitCode = await withTestPortal(
  'screenshots',
  async (env) => (await runCommand('node', ['e2e/screenshots/main.ts'], { live: true, env })).exitCode,
);
