// `node local/bootstrap.mjs SCRIPT [arguments]`: makes sure that everything is installed, then runs SCRIPT under the Node 24
// that npm installed. Plain JavaScript without imports from npm, because it runs on a bare clone with Node 20.
// oxlint-disable no-process-env -- it runs before any config.ts can be read
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const nodeFolder = join(root, 'node_modules/node/bin');
const node = join(nodeFolder, 'node');

const [script, ...scriptArguments] = process.argv.slice(2);
if (script === undefined) fail('Usage: node local/bootstrap.mjs SCRIPT [arguments]');

if (!isInstalled()) install();
run(resolve(root, script), scriptArguments);

function npm(...args) {
  const [command, ...before] = process.env.npm_execpath
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  const { status, error } = spawnSync(command, [...before, ...args, '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (error) fail(`npm could not be started: ${error.message}`);
  return status === 0;
}

/** npm writes node_modules/.package-lock.json last. It matches package-lock.json, unless a folder was deleted or copied since. */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules/.package-lock.json'));
  if (!existsSync(node)) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const isOptionalHere = entry.optional || entry.devOptional;
    if (!path.includes('node_modules/') || isOptionalHere) return true;
    return present[path]?.version === entry.version && existsSync(join(root, path));
  });
}

function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

function install() {
  process.stdout.write('\n  Installing packages from the npm registry. This happens once.\n\n');
  // Not `npm ci`: that refuses a lock file made where a registry lacks some other platform's optional package.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  // Cached packages take no request to the registry: 24 s instead of 29. With a cache older than package-lock.json, npm fails (ETARGET).
  const isDone =
    (npm(...args, '--prefer-offline') || npm(...args, '--prefer-online')) &&
    // Only these may run scripts. One that firebase-tools can do without (re2) compiles C++ for minutes.
    npm('rebuild', 'node', 'lefthook');
  if (!isDone) fail('The installation failed; see the output of npm above. The next start retries it.');
  if (!existsSync(node)) fail('npm installed no Node 24 for this machine (the package "node").');
}

function run(file, args) {
  const exitWithParent = pathToFileURL(join(root, 'local/exit-with-parent.mjs')).href;
  const child = spawn(node, ['--import', exitWithParent, file, ...args], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: [nodeFolder, process.env.PATH].join(delimiter),
      NODE_COMPILE_CACHE: join(root, '.build/compile-cache'),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Node 24 could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

function fail(message) {
  process.stderr.write(`\n  ${message}\n\n`);
  process.exit(1);
}
