import { globSync } from 'node:fs';
import { join } from 'node:path';
import { print, type SuiteResult } from './report.ts';
import { repositoryRoot } from './run-command.ts';
import { runVitest } from './run-vitest.ts';
import { withTestPortal } from './test-portal.ts';

interface Lane {
  name: string;
  /** Of the folders of e2e. */
  takes: (folder: string) => boolean;
}

const PAINTING: ReadonlySet<string> = new Set([
  'image-generator-page',
  'stylizer-page',
  'stylizer-api',
  'upscale-api',
  'uploads-api',
]);
const isOfEngine = (folder: string) =>
  folder === 'engine' || (folder.endsWith('-api') && !PAINTING.has(folder));

/** Each takes about as long as the others. More of them would wait for the processors: tests that know a time limit then fail. */
const LANES: readonly Lane[] = [
  { name: 'engine', takes: isOfEngine },
  { name: 'painting', takes: (folder) => PAINTING.has(folder) },
  { name: 'pages', takes: (folder) => !isOfEngine(folder) && !PAINTING.has(folder) },
];

/** Lanes beside each other, each against a portal of its own: what one scripts is nothing to the others. */
export async function runPortalSuites(): Promise<SuiteResult[]> {
  try {
    return await runLanes(LANES);
  } catch (error) {
    print(`The portal did not start: ${error instanceof Error ? error.message : String(error)}`);
    return [{ name: 'portal', passed: 0, failed: 1 }];
  }
}

/** The next portal starts while the tests of the one before run. */
async function runLanes([lane, ...others]: readonly Lane[]): Promise<SuiteResult[]> {
  if (!lane) return [];
  return withTestPortal(lane.name.replaceAll(' ', '-'), async (env) => {
    const [results, ...rest] = await Promise.all([runLane(lane, env), runLanes(others)]);
    return [results, ...rest.flat()];
  });
}

function runLane({ name, takes }: Lane, env: Record<string, string>): Promise<SuiteResult> {
  const folders = globSync('*/', { cwd: join(repositoryRoot, 'e2e') }).filter(
    (folder) => takes(folder) && globSync(join(repositoryRoot, 'e2e', folder, '*.test.ts')).length > 0,
  );
  return runVitest(
    name,
    ['--config', 'e2e/vitest.config.ts', ...folders.map((folder) => `e2e/${folder}/`)],
    env,
  );
}
