import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `lock.mjs [FILE]`: writes the lockfile that is deployed with the functions, with the versions of the repository's lockfile.
 * Offline, so that npm cannot choose others. See docs/decisions/027.
 */
const [file = join(import.meta.dirname, 'package-lock.json')] = process.argv.slice(2);
const readJson = (path) => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'));
const { name, dependencies, devDependencies, engines } = readJson('package.json');
const { packages: installed } = readJson('../package-lock.json');

const isWorkspace = ([, spec]) => spec.startsWith('file:');
const developmentPackages = Object.entries(devDependencies);

/** Packages at this place of the repository, which are at `node_modules` in Cloud Build. */
const packagesIn = (place) =>
  Object.fromEntries(
    Object.entries(installed)
      .filter(([path, { link }]) => path.startsWith(`${place}node_modules/`) && !link)
      .map(([path, entry]) => [path.slice(place.length), entry]),
  );

const folder = mkdtempSync(join(tmpdir(), 'portal-lock-'));
try {
  const manifest = {
    name,
    dependencies,
    devDependencies: Object.fromEntries(developmentPackages.filter((entry) => !isWorkspace(entry))),
    engines,
  };
  const writeJson = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value));
  writeJson('package.json', manifest);
  writeJson('package-lock.json', {
    name,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...packagesIn(''), ...packagesIn('functions/') },
  });
  execFileSync(
    'npm',
    [
      'install',
      '--package-lock-only',
      '--offline',
      '--ignore-scripts',
      '--omit-lockfile-registry-resolved',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  );
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  // Workspace packages are bundled. `npm ci` compares them with package.json, and does not install them in production.
  lock.packages[''].devDependencies = devDependencies;
  for (const [workspace, spec] of developmentPackages.filter(isWorkspace)) {
    const path = spec.replace('file:', '');
    lock.packages[path] = { name: workspace, dev: true };
    lock.packages[`node_modules/${workspace}`] = { resolved: path, link: true, dev: true };
  }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
