import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
/**
 * npm packages, whose licenses cover these files. Uses: `start`, the network to start from; `training`, to learn from; `checking`, to see
 * progress; `test`, for the benchmark only.
 */
import packages from './sources.json' with { type: 'json' };

const run = promisify(execFile);

interface Source {
  name: string;
  /** In the package. */
  path: string;
  sha256: string;
}

/** Downloads what is missing from npm. Returns the paths of the files with these uses. */
export async function fetchSources(folder: string, uses: readonly string[]): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const paths: string[] = [];
  for (const { files, ...listed } of packages) {
    const used = files.filter(({ use }) => uses.includes(use));
    const missing = used.filter(({ name }) => !existsSync(join(folder, name)));
    if (missing.length > 0) await unpack(listed, missing, folder);
    paths.push(...used.map(({ name }) => join(folder, name)));
  }
  return paths;
}

async function unpack(
  { package: name, version }: { package: string; version: string },
  files: readonly Source[],
  folder: string,
): Promise<void> {
  const scratch = mkdtempSync(join(folder, 'package-'));
  try {
    const { stdout } = await run('npm', ['pack', `${name}@${version}`, '--silent'], { cwd: scratch });
    const archive = join(scratch, stdout.trim());
    await run('tar', ['-xzf', archive, '-C', scratch, ...files.map(({ path }) => `package/${path}`)]);
    for (const { path, sha256, name: target } of files) {
      const unpacked = join(scratch, 'package', path);
      const found = createHash('sha256').update(readFileSync(unpacked)).digest('hex');
      if (found !== sha256) throw new Error(`${basename(path)} of ${name}@${version} has changed.`);
      renameSync(unpacked, join(folder, target));
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
