/** Builds for production and prints how much JavaScript a visitor loads, and what each page adds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { measureBundle, type Size } from './bundle-sizes.ts';

const LIMIT = 200_000;
const outDir = mkdtempSync(join(tmpdir(), 'portal-web-'));
const kilobytes = ({ gzip, brotli }: Size) =>
  `${(gzip / 1000).toFixed(1).padStart(8)} kB gzip ${(brotli / 1000).toFixed(1).padStart(8)} kB brotli`;
const print = (name: string, text: string) => process.stdout.write(`${name.padEnd(28)} ${text}\n`);

try {
  await build({ root: import.meta.dirname, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  const { entry, routes } = measureBundle(outDir);
  print(
    'JavaScript before sign-in',
    `${kilobytes(entry)}  (limit ${LIMIT / 1000} kB, x${(entry.gzip / LIMIT).toFixed(2)})`,
  );
  for (const [name, size] of Object.entries(routes)) print(`+ ${name}`, kilobytes(size));
} finally {
  rmSync(outDir, { recursive: true });
}
