/** `npm run bench -- NAME`: measures figures of docs/benchmarks.md. Compares within one run, because the machine may be busy. */
import { withTestPortal } from '@portal/local/test/test-portal';
import { runCommand } from '../test/run-command.ts';
import { benchChecks } from './checks-bench.ts';
import { benchEngine } from './engine-bench.ts';
import { benchImport } from './import-bench.ts';
import { benchListsMemory } from './lists-memory-bench.ts';
import { benchPipeline } from './pipeline-bench.ts';
import { benchUpscale } from './upscale-bench.ts';
import { benchZip } from './zip-bench.ts';

const [name = '', ...options] = process.argv.slice(2);

/** As in production: tests read settings more often. */
const LISTS_SETTINGS = { CACHE_SECONDS: '2' };

const BENCHES: Record<string, () => Promise<void>> = {
  checks: benchChecks,
  clicks: () => benchPages(),
  engine: benchEngine,
  import: benchImport,
  lighthouse: () => benchPages(),
  lists: () => benchPages(LISTS_SETTINGS),
  'lists-memory': benchListsMemory,
  metadata: () => runScript('packages/image-metadata/bench/metadata-main.ts'),
  pipeline: benchPipeline,
  scroll: () => benchPages(),
  thumbnails: () => benchPages(),
  upload: () => benchPages(),
  upscale: benchUpscale,
  zip: benchZip,
};

/** Runs the bench of e2e/ with this name in a new browser and portal. */
const benchPages = (settings: Record<string, string> = {}): Promise<void> =>
  withTestPortal(`${name}-bench`, (env) => runScript(`e2e/${name}-bench/main.ts`, env), { settings });

async function runScript(script: string, env: Record<string, string> = {}): Promise<void> {
  const { exitCode } = await runCommand('node', [script, ...options], { live: true, env });
  if (exitCode !== 0) throw new Error(`${script} failed.`);
}

const bench = BENCHES[name];
if (!bench) throw new Error(`Usage: npm run bench -- ${Object.keys(BENCHES).join('|')}`);
await bench();
