import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export interface Size {
  gzip: number;
  brotli: number;
}

/**
 * Compressed sizes of the JavaScript in a build. `entry` loads before sign-in. Each of `routes` is what a chunk that loads
 * later adds: the shell on top of the entry, a page on top of the shell.
 */
export function measureBundle(distFolder: string): { entry: Size; routes: Record<string, Size> } {
  const page = readFileSync(join(distFolder, 'index.html'), 'utf8');
  const read = (file: string) => readFileSync(join(distFolder, 'assets', file), 'utf8');
  const routes: Record<string, Size> = {};

  /** Follows the dynamic imports of `latest`, which are part of `loaded`. */
  function measureLater(latest: Iterable<string>, loaded: ReadonlySet<string>): void {
    for (const file of [...latest].flatMap((chunk) => findNames(read(chunk), DYNAMIC_IMPORT))) {
      const name = file.replace(HASH, '');
      if (name in routes) continue;
      const added = [...followImports([file], read)].filter((chunk) => !loaded.has(chunk));
      routes[name] = measure(added, read);
      measureLater(added, new Set([...loaded, ...added]));
    }
  }

  const entry = followImports(findNames(page, SCRIPT), read);
  measureLater(entry, entry);
  return { entry: measure([...entry], read), routes };
}

/** Scripts, and the modules that the entry imports later. */
const SCRIPT = /<(?:script[^>]+src|link rel="modulepreload"[^>]+href)="\/assets\/([^"]+\.js)"/g;
const STATIC_IMPORT = /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g;
const DYNAMIC_IMPORT = /import\(\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
/** Vite ends the name of a chunk with a hash. */
const HASH = /-[\w-]{8}\.js$/;

const findNames = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);

/** The chunks with all their static imports. */
function followImports(files: readonly string[], read: (file: string) => string): Set<string> {
  const found = new Set(files);
  for (const file of found) for (const name of findNames(read(file), STATIC_IMPORT)) found.add(name);
  return found;
}

function measure(files: readonly string[], read: (file: string) => string): Size {
  const codes = files.map(read);
  const sum = (compress: (code: string) => Buffer) =>
    codes.reduce((total, code) => total + compress(code).length, 0);
  return { gzip: sum((code) => gzipSync(code)), brotli: sum((code) => brotliCompressSync(code)) };
}
