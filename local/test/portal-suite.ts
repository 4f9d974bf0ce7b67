import { globSync } from 'node:fs';
import { join } from 'node:path';
import { print, type SuiteResult } from './report.ts';
import { repositoryRoot } from './run-command.ts';
import { runVitest } from './run-vitest.ts';
import { withTestPortal } from './test-portal.ts';

/** Folders of e2e whose tests need no browser; they mostly wait, so the others run beside them. */
const API_FOLDERS = ['engine', 'ground', 'identity', 'image-generator-api', 'rules'];

/** The API and the browser tests, each against a portal of its own: what one scripts is nothing to the other. */
export async function runPortalSuites(): Promise<SuiteResult[]> {
  const folders = globSync('*/', { cwd: join(repositoryRoot, 'e2e') }).filter(
    (folder) => globSync(join(repositoryRoot, 'e2e', folder, '*.test.ts')).length > 0,
  );
  const run = (name: string, some: readonly string[], env: Record<string, string>) =>
    runVitest(name, ['--config', 'e2e/vitest.config.ts', ...some.map((folder) => `e2e/${folder}/`)], env);
  try {
    return await withTestPortal('api', (apiPortal) =>
      withTestPortal('browser', (browserPortal) =>
        Promise.all([
          run('api', API_FOLDERS, apiPortal),
          run(
            'browser',
            folders.filter((folder) => !API_FOLDERS.includes(folder)),
            browserPortal,
          ),
        ]),
      ),
    );
  } catch (error) {
    print(`The portal did not start: ${error instanceof Error ? error.message : String(error)}`);
    return [{ name: 'api and browser', passed: 0, failed: 1 }];
  }
}
