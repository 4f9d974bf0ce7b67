import { build } from 'esbuild';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from './package.json' with { type: 'json' };

const { dependencies } = packageJson;

/** Zod's messages in other languages would be a quarter of the bundle. */
const withoutLocales = {
  name: 'without-locales',
  setup: ({ onLoad }) => onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: '' })),
};

/** Puts getters in place of a package's exports: the bundle loads the package when it first uses one of them. */
const loadOnUse = (name) => ({
  name: 'load-on-use',
  setup({ onResolve, onLoad }) {
    const namespace = 'load-on-use';
    onResolve({ filter: new RegExp(`^${name}$`) }, (importer) =>
      importer.namespace === namespace ? { path: name, external: true } : { path: name, namespace },
    );
    onLoad({ filter: /.*/, namespace }, async () => {
      const getters = Object.keys(await import(name)).map((key) => `get ${key}() { return load().${key}; },`);
      const contents = `
        let loaded;
        const load = () => (loaded ??= require('${name}'));
        module.exports = { ${getters.join('\n')} };`;
      return { contents };
    });
  },
});

/**
 * Bundles the workspace packages, which Cloud Build cannot install, and small packages, so that a start reads fewer files. What is in
 * `dependencies` stays outside. CommonJS: an import would evaluate every export of Firestore. See docs/decisions/027.
 */
await build({
  entryPoints: ['src/index.ts'],
  outfile: 'lib/index.cjs',
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__filename' },
  sourcemap: true,
  external: Object.keys(dependencies),
  plugins: [withoutLocales, loadOnUse('firebase-admin/firestore')],
  // Firebase deploys what the main module exports. CommonJS can export the functions of all tools without naming them.
  footer: {
    js: '{\n  const { itemFunctions, ...functions } = module.exports;\n  module.exports = { ...functions, ...itemFunctions };\n}',
  },
  absWorkingDir: import.meta.dirname,
  logLevel: 'warning',
});

/** The upscaler looks for its models next to the bundle. */
for (const model of ['models/upscale-2x.onnx', 'models/upscale-2x-fast.onnx']) {
  cpSync(
    fileURLToPath(import.meta.resolve(`@portal/upscaler/${model}`)),
    join(import.meta.dirname, 'lib', model),
  );
}
