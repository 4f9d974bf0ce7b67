import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryRoot, runCommand } from './run-command.ts';

const CONTRACTS = 'contracts/src/health.ts';
const EMULATOR = 'packages/firestore-emulator/src/status.ts';
const RULES = 'packages/firebase-rules/src/firestore-values.ts';
const SANDBOX = 'packages/provider-sandbox/src/settings.ts';
const UPSCALER = 'packages/upscaler/src/upscale.ts';
const FUNCTIONS = 'functions/src/platform/app-error.ts';
const WEB = 'web/vite.config.ts';
const LOCAL = 'local/reporter.ts';

const ALLOWED = [
  ['functions', CONTRACTS],
  ['web', CONTRACTS],
  ['local', CONTRACTS],
  ['e2e', CONTRACTS],
  ['packages/firestore-emulator', RULES],
] as const;
const FORBIDDEN = [
  ['contracts', FUNCTIONS],
  ['functions', WEB],
  ['functions', LOCAL],
  ['functions', EMULATOR],
  ['functions', SANDBOX],
  ['web', FUNCTIONS],
  ['web', LOCAL],
  ['web', RULES],
  ['web', UPSCALER],
  ['local', FUNCTIONS],
  ['e2e', LOCAL],
  ['e2e', FUNCTIONS],
  ['packages/firebase-rules', EMULATOR],
  ['packages/firebase-rules', CONTRACTS],
  ['packages/firestore-emulator', CONTRACTS],
  ['packages/firestore-emulator', LOCAL],
  ['packages/provider-sandbox', CONTRACTS],
  ['packages/upscaler', CONTRACTS],
  ['packages/upscaler', FUNCTIONS],
] as const;

const folder = join(repositoryRoot, '.build/forbidden-imports');

/** Compiles one more file as if it were part of `project`, with the project's own compiler options and references. */
async function compileImport(project: string, target: string) {
  const copy = join(folder, `${project}-imports-${target}`.replaceAll('/', '-'));
  mkdirSync(copy, { recursive: true });
  const up = '../../..';
  writeFileSync(join(copy, 'importer.ts'), `export * from '${up}/${target}';\n`);
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({
      extends: `${up}/${project}/tsconfig.json`,
      compilerOptions: { rootDir: up, outDir: './types', types: [] },
      include: ['importer.ts'],
      references: (await readReferences(project)).map((path) => ({ path: `${up}/${project}/${path}` })),
    }),
  );
  return runCommand('tsc', ['-b', copy]);
}

/** `extends` does not take references over. */
async function readReferences(project: string): Promise<string[]> {
  const { default: config } = await import(join(repositoryRoot, project, 'tsconfig.json'), {
    with: { type: 'json' },
  });
  return config.references.map(({ path }: { path: string }) => path);
}

beforeAll(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(FORBIDDEN)('%s cannot import %s', async (project, target) => {
  const { exitCode, output } = await compileImport(project, target);
  expect(output).toContain('TS6307');
  expect(exitCode).not.toBe(0);
});

test.each(ALLOWED)('%s can import %s', async (project, target) => {
  expect(await compileImport(project, target)).toEqual({ exitCode: 0, output: '' });
});
