import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import packageJson from './package.json' with { type: 'json' };

const { dependencies } = packageJson;

/** One file with the workspace packages inlined. Cloud Build installs the dependencies, so those stay imports. */
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

const MODEL = 'models/upscale-2x.onnx';
cpSync(
  fileURLToPath(import.meta.resolve(`@portal/upscaler/${MODEL}`)),
  join(import.meta.dirname, 'lib', MODEL),
);
