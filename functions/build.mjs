import { build } from 'esbuild';
import packageJson from './package.json' with { type: 'json' };

const { dependencies } = packageJson;

/** One file with `contracts` inlined; packages stay imports, Cloud Build installs them from package.json. */
await build({
  entryPoints: ['src/index.ts'],
  outfile: 'lib/index.js',
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  sourcemap: true,
  external: Object.keys(dependencies),
  absWorkingDir: import.meta.dirname,
  logLevel: 'warning',
});
