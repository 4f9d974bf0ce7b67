import { globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { print, type SuiteResult } from './report.ts';
import { repositoryRoot } from './run-command.ts';
import { runVitest } from './run-vitest.ts';
import { withTestPortal } from './test-portal.ts';

interface Lane {
  name: string;
  /** Of a test file's path below e2e. */
  takes: (file: string) => boolean;
}

const PAINTING = ['image-generator/*.spec.ts', 'stylizer/*', '{upscale,uploads}/*.api.test.ts'];
const ENGINE = ['!(identity|platform|uploads)/*.api.test.ts'];
const isAmong = (file: string, globs: readonly string[]) => globs.some((glob) => matchesGlob(file, glob));

/** Each takes about as long as the others. More of them would wait for the processors: tests that know a time limit then fail. */
const LANES: readonly Lane[] = [
  { name: 'engine', takes: (file) => isAmong(file, ENGINE) && !isAmong(file, PAINTING) },
  { name: 'painting', takes: (file) => isAmong(file, PAINTING) },
  { name: 'pages', takes: (file) => !isAmong(file, ENGINE) && !isAmong(file, PAINTING) },
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
  const files = globSync('*/*.{api.test,spec}.ts', { cwd: join(repositoryRoot, 'e2e') }).filter(takes);
  return runVitest(name, ['--config', 'e2e/vitest.config.ts', ...files.map((file) => `e2e/${file}`)], env);
}
