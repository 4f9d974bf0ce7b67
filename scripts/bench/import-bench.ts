/** How long the functions take to load, bundled and not. The bundle loads Firestore on first use. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { repositoryRoot } from '@portal/local/start-local-portal';
import { runCommand } from '../test/run-command.ts';
import { median, printFigure } from './print-figure.ts';

const LOADS = 5;

const run = promisify(execFile);

const TimesSchema = z.object({
  load: z.number(),
  /** With Firestore, which most first requests load. */
  firestore: z.number(),
});
type Times = z.infer<typeof TimesSchema>;

export async function benchImport(): Promise<void> {
  await runCommand('npm', ['run', 'build', '-w', '@portal/functions']);
  const bundled: Times[] = [];
  const sources: Times[] = [];
  for (let round = 0; round < LOADS; round += 1) {
    bundled.push(await measureImport('functions/lib/index.cjs'));
    sources.push(await measureImport('functions/src/index.ts'));
  }
  printTimes('Loading the functions', bundled, sources, ({ load }) => load);
  printTimes('Loading the functions and Firestore', bundled, sources, ({ firestore }) => firestore);
}

function printTimes(
  name: string,
  bundled: readonly Times[],
  sources: readonly Times[],
  timeOf: (times: Times) => number,
): void {
  const bundle = median(bundled.map(timeOf));
  const unbundled = median(sources.map(timeOf));
  printFigure(
    name,
    `bundle ${bundle.toFixed(0)} ms, unbundled ${unbundled.toFixed(0)} ms, x${(bundle / unbundled).toFixed(2)}`,
  );
}

async function measureImport(file: string): Promise<Times> {
  const script = `
    const { createRequire } = process.getBuiltinModule('node:module');
    const file = ${JSON.stringify(join(repositoryRoot, file))};
    const at = performance.now();
    await import(file);
    const load = performance.now() - at;
    createRequire(file)('firebase-admin/firestore');
    const firestore = performance.now() - at;
    process.stdout.write('\\n' + JSON.stringify({ load, firestore }));
    process.exit(0);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(repositoryRoot, 'functions'),
    env: {
      PATH: '',
      GCLOUD_PROJECT: 'demo-portal',
      FIREBASE_CONFIG: '{"projectId":"demo-portal","storageBucket":"demo-portal.firebasestorage.app"}',
    },
  });
  return TimesSchema.parse(JSON.parse(stdout.split('\n').at(-1) ?? ''));
}
