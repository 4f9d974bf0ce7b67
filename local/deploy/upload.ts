/** The folder that Cloud Build gets, outside of the repository, so that nothing else is found. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { buildIfStale, functionsBuild } from '../builds.ts';
import { config } from '../config.ts';

/** firebase-tools has no types. */
const { readdirRecursive }: { readdirRecursive: ListFiles } = createRequire(import.meta.url)(
  'firebase-tools/lib/fsAsync',
);
type ListFiles = (options: { path: string; ignoreStrings: string[] }) => Promise<{ name: string }[]>;

const run = promisify(execFile);
const LOCK = 'package-lock.json';
/** What `npm ci` depends on. */
const INSTALL_FILES = ['package.json', LOCK, '.npmrc'];
const STAMP = 'node_modules/.installed-from';

const FirebaseJsonSchema = z.object({
  functions: z.tuple([z.object({ source: z.string(), ignore: z.array(z.string()) })]),
});

export interface Upload {
  folder: string;
  /** Relative, sorted. */
  files: string[];
}

/** Builds, locks and copies what `firebase deploy` uploads, then installs as Cloud Build does. */
export async function prepareUpload(root: string): Promise<Upload> {
  const firebaseJson: unknown = JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8'));
  const [{ source, ignore }] = FirebaseJsonSchema.parse(firebaseJson).functions;
  const functions = join(root, source);
  await buildIfStale(root, functionsBuild);
  const folder = emptyFolder(root);
  // Not in functions/, where the emulators of a running portal would notice it.
  await run(process.execPath, [join(functions, 'lock.mjs'), join(folder, LOCK)]);

  const found = await readdirRecursive({ path: functions, ignoreStrings: ignore });
  const files = found.map(({ name }) => relative(functions, name)).filter((file) => file !== LOCK);
  for (const file of files) cpSync(join(functions, file), join(folder, file));
  await install(folder);
  return { folder, files: [...files, LOCK].sort() };
}

/** Keeps the installed packages: they take 500 MB and, without a cache, half a minute. */
function emptyFolder(root: string): string {
  const folder = join(
    tmpdir(),
    `portal-upload-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`,
  );
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (name !== 'node_modules') rmSync(join(folder, name), { recursive: true });
  }
  return folder;
}

/**
 * https://github.com/GoogleCloudPlatform/buildpacks/blob/main/cmd/nodejs/npm/main.go runs `npm ci` with this NODE_ENV. The
 * packages' scripts do not run here, as nowhere in this repository.
 */
async function install(folder: string): Promise<void> {
  const hash = createHash('sha256');
  for (const file of INSTALL_FILES) hash.update(readFileSync(join(folder, file)));
  const stamp = hash.digest('hex');
  const stampFile = join(folder, STAMP);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['ci', ...flags], {
    cwd: folder,
    env: { ...config.inheritedEnvironment, NODE_ENV: 'production' },
  });
  writeFileSync(stampFile, stamp);
}
