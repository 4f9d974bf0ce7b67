import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import emulator from '@portal/firestore-emulator/package.json' with { type: 'json' };

const entryOf = (program) => fileURLToPath(import.meta.resolve(program));

/**
 * Bundles the two programs that replace Google's Java archives. Node.js could run their sources, but stripping types at
 * every start costs 25 MB and a quarter of the startup time.
 */
await build({
  entryPoints: {
    firestore: entryOf('@portal/firestore-emulator/main'),
    'storage-rules': entryOf('@portal/firebase-rules/storage-runtime'),
  },
  outdir: '../.build/local',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  external: Object.keys(emulator.dependencies).filter((name) => !name.startsWith('@portal/')),
  sourcemap: 'linked',
  absWorkingDir: import.meta.dirname,
  logLevel: 'warning',
});
