import { build } from 'esbuild';

/** One file with `contracts` inlined; packages stay imports, Cloud Build installs them from package.json. */
await build({
  entryPoints: ['src/index.ts'],
  outfile: 'lib/index.js',
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  sourcemap: true,
  external: [
    'firebase-admin',
    'firebase-functions',
    'hono',
    '@hono/node-server',
    'zod',
    'openai',
    '@google/genai',
    'cloudinary',
    'sharp',
    'jszip',
  ],
  absWorkingDir: import.meta.dirname,
  logLevel: 'warning',
});
