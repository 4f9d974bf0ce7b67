import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

/** In place of npm: writes down its arguments, fails if they have the word FAILING, and installs this Node. */
const NPM = `
const { appendFileSync, mkdirSync, symlinkSync } = require('node:fs');
const { NPM_CALLS, FAILING } = process.env;
const args = process.argv.slice(2);
appendFileSync(NPM_CALLS, args.join(' ') + '\\n');
if (args.includes(FAILING)) process.exit(1);
if (args[0] === 'rebuild') {
  mkdirSync('node_modules/node/bin', { recursive: true });
  symlinkSync(process.execPath, 'node_modules/node/bin/node');
}
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bootstrap-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'local'));
  for (const file of ['bootstrap.mjs', 'exit-with-parent.mjs']) {
    copyFileSync(join(import.meta.dirname, file), join(root, 'local', file));
  }
  writeFileSync(join(root, 'npm.cjs'), NPM);
  writeFileSync(join(root, 'script.mjs'), 'process.exitCode = Number(process.argv[2]);');
});

/** Runs a script that exits with 3. */
function bootstrap(failing = 'nothing') {
  const calls = join(root, 'calls.txt');
  rmSync(calls, { force: true });
  const { status, stderr } = spawnSync(process.execPath, ['local/bootstrap.mjs', 'script.mjs', '3'], {
    cwd: root,
    encoding: 'utf8',
    env: { npm_execpath: join(root, 'npm.cjs'), NPM_CALLS: calls, FAILING: failing },
  });
  const npm = existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : [];
  return { status, stderr, npm };
}

const FROM_CACHE = expect.stringMatching(/^install .*--prefer-offline/);
const FROM_REGISTRY = expect.stringMatching(/^install .*--prefer-online/);
const REBUILD = expect.stringMatching(/^rebuild node lefthook /);

it('installs once, and runs the script', () => {
  expect(bootstrap()).toMatchObject({ status: 3, npm: [FROM_CACHE, REBUILD] });
  expect(bootstrap()).toMatchObject({ status: 3, npm: [] });
});

it('asks the registry where the cache is too old', () => {
  expect(bootstrap('--prefer-offline')).toMatchObject({
    status: 3,
    npm: [FROM_CACHE, FROM_REGISTRY, REBUILD],
  });
});

it('says that the installation failed, and retries it at the next start', () => {
  expect(bootstrap('install')).toMatchObject({
    ...{ status: 1, npm: [FROM_CACHE, FROM_REGISTRY] },
    stderr: expect.stringContaining('The next start retries it.'),
  });
  expect(bootstrap('rebuild')).toMatchObject({ status: 1, npm: [FROM_CACHE, REBUILD] });
  expect(bootstrap()).toMatchObject({ status: 3, npm: [FROM_CACHE, REBUILD] });
});
