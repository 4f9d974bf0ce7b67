import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { repositoryRoot, runCommand } from './run-command.ts';

/** What each room exports, for the others to try to import. */
const TARGETS: Record<string, string> = {
  contracts: 'contracts/src/health.ts',
  functions: 'functions/src/platform/app-error.ts',
  web: 'web/vite.config.ts',
  local: 'local/firestore/status.ts',
  'packages/provider-sandbox': 'packages/provider-sandbox/src/settings.ts',
  'packages/upscaler': 'packages/upscaler/src/upscale.ts',
};
const FORBIDDEN = [
  ['contracts', 'functions'],
  ['functions', 'web'],
  ['functions', 'local'],
  ['web', 'functions'],
  ['web', 'local'],
  ['local', 'functions'],
  ['e2e', 'local'],
  ['e2e', 'functions'],
  ['functions', 'packages/provider-sandbox'],
  ['web', 'packages/upscaler'],
  ['packages/provider-sandbox', 'contracts'],
  ['packages/upscaler', 'contracts'],
  ['packages/upscaler', 'functions'],
] as const;

const folder = join(repositoryRoot, '.build/forbidden-imports');

/** Compiles one more file as if it stood in `room`, under the room's own compiler options and references. */
async function compileImport(room: string, target: string) {
  const project = join(folder, `${room}-imports-${target}`.replaceAll('/', '-'));
  mkdirSync(project, { recursive: true });
  const up = '../../..';
  writeFileSync(join(project, 'importer.ts'), `export * from '${up}/${TARGETS[target]}';\n`);
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      extends: `${up}/${room}/tsconfig.json`,
      compilerOptions: { rootDir: up, outDir: './types', types: [] },
      include: ['importer.ts'],
      references: readReferences(room),
    }),
  );
  return runCommand('tsc', ['-b', project]);
}

const TsConfigSchema = z.object({ references: z.array(z.object({ path: z.string() })) });

function readReferences(room: string) {
  const roomFolder = join(repositoryRoot, room);
  const { references } = TsConfigSchema.parse(
    JSON.parse(readFileSync(join(roomFolder, 'tsconfig.json'), 'utf8')),
  );
  return references.map(({ path }) => ({ path: join(roomFolder, path) }));
}

beforeAll(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(FORBIDDEN)('%s cannot import %s', async (room, target) => {
  const { exitCode, output } = await compileImport(room, target);
  expect(output).toContain('TS6307');
  expect(exitCode).not.toBe(0);
});

test.each(['functions', 'web', 'local', 'e2e'])('%s can import contracts', async (room) => {
  expect(await compileImport(room, 'contracts')).toEqual({ exitCode: 0, output: '' });
});
