/** How long the functions take to load, bundled and not. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '@portal/local/start-local-portal';
import { median, printFigure } from './table.ts';

const LOADS = 5;

const run = promisify(execFile);

export async function benchImport(): Promise<void> {
  const bundled: number[] = [];
  const sources: number[] = [];
  for (let round = 0; round < LOADS; round += 1) {
    bundled.push(await measureImport('functions/lib/index.cjs'));
    sources.push(await measureImport('functions/src/index.ts'));
  }
  printFigure(
    'Loading the functions',
    `bundle ${median(bundled).toFixed(0)} ms, unbundled ${median(sources).toFixed(0)} ms, x${(median(bundled) / median(sources)).toFixed(2)}`,
  );
}

async function measureImport(file: string): Promise<number> {
  const script = `const at = performance.now(); await import(${JSON.stringify(join(repositoryRoot, file))}); process.stdout.write(String(performance.now() - at)); process.exit(0);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(repositoryRoot, 'functions'),
    env: {
      PATH: '',
      GCLOUD_PROJECT: 'demo-portal',
      FIREBASE_CONFIG: '{"projectId":"demo-portal","storageBucket":"demo-portal.firebasestorage.app"}',
    },
  });
  return Number(stdout.split('\n').at(-1));
}
