import { build } from 'esbuild';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from './package.json' with { type: 'json' };

const { dependencies } = packageJson;

/**
 * Bundles the workspace packages into one file. They are dev dependencies by path, because Cloud Build cannot install them;
 * the other dependencies stay imports.
 */
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

/** Firebase deploys what the main module exports. CommonJS can export the functions of all tools without naming them. */
writeFileSync(
  join(import.meta.dirname, 'lib/index.cjs'),
  "const { itemFunctions, ...functions } = require('./index.js');\nmodule.exports = { ...functions, ...itemFunctions };\n",
);

/** The upscaler looks for its model next to the bundle. */
const MODEL = 'models/upscale-2x.onnx';
cpSync(
  fileURLToPath(import.meta.resolve(`@portal/upscaler/${MODEL}`)),
  join(import.meta.dirname, 'lib', MODEL),
);
