import { globSync } from 'node:fs';
import { join } from 'node:path';
import { print, type SuiteResult } from './report.ts';
import { repositoryRoot } from './run-command.ts';
import { runVitest } from './run-vitest.ts';
import { withTestPortal } from './test-portal.ts';

/** Folders of e2e whose tests need no browser. */
const API_FOLDERS: ReadonlySet<string> = new Set(['engine', 'ground', 'identity', 'rules']);
const isOfApi = (folder: string) => API_FOLDERS.has(folder) || folder.endsWith('-api');
const isOfTool = (folder: string) => folder.endsWith('-page');

/** Two lanes beside each other, each against a portal of its own: what one scripts is nothing to the other. */
export async function runPortalSuites(): Promise<SuiteResult[]> {
  const folders = globSync('*/', { cwd: join(repositoryRoot, 'e2e') }).filter(
    (folder) => globSync(join(repositoryRoot, 'e2e', folder, '*.test.ts')).length > 0,
  );
  const run = (name: string, isWanted: (folder: string) => boolean, env: Record<string, string>) =>
    runVitest(
      name,
      ['--config', 'e2e/vitest.config.ts', ...folders.filter(isWanted).map((folder) => `e2e/${folder}/`)],
      env,
    );
  try {
    return await withTestPortal(
      'one',
      (one) =>
        withTestPortal('two', async (two) => {
          const lanes = await Promise.all([
            run('api', isOfApi, one).then(async (api) => [
              api,
              await run('shell', (folder) => !isOfApi(folder) && !isOfTool(folder), one),
            ]),
            run('tools', isOfTool, two).then((tools) => [tools]),
          ]);
          return lanes.flat();
        }),
      // Of lost work on tiny pictures the lease soon ends.
      { UPSCALE_TIMEOUT_SECONDS: '15' },
    );
  } catch (error) {
    print(`The portal did not start: ${error instanceof Error ? error.message : String(error)}`);
    return [{ name: 'api, shell and tools', passed: 0, failed: 1 }];
  }
}
