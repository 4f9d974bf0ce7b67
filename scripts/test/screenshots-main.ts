/**
 * `npm run screenshots [-- NAME …]`: every page, or those whose name contains one of these, into .build/screenshots; with
 * `-- --docs` also those that the docs show.
 */
import { copyFileSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withTestPortal } from '@portal/local/test/test-portal';
import { repositoryRoot, runCommand } from './run-command.ts';

const { values, positionals } = parseArgs({
  options: { docs: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const docsFolder = join(repositoryRoot, 'docs/screenshots');

process.exitCode = await withTestPortal('screenshots', async (env) => {
  const { exitCode } = await runCommand('node', ['e2e/screenshots/main.ts', ...positionals], {
    live: true,
    env,
  });
  if (exitCode === 0 && values.docs) {
    for (const file of globSync('*.png', { cwd: docsFolder })) {
      copyFileSync(join(repositoryRoot, '.build/screenshots', file), join(docsFolder, file));
    }
  }
  return exitCode;
});
