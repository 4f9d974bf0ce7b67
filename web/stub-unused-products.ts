import type { Plugin } from 'vite';

/**
 * reactfire is a single module that imports every Firebase product, and the bundler keeps them all. The portal takes only
 * Auth from it, so the build replaces reactfire's imports of the others with stubs. Without them a visitor would load
 * 360 kB of JavaScript before sign-in instead of 195 kB (gzip). `firebase/storage` is a stub for reactfire alone: the
 * portal itself loads the real one for large uploads.
 */
export function stubUnusedProducts(): Plugin {
  const prefix = '\0unused:';
  return {
    name: 'stub-unused-products',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source in UNUSED_EXPORTS && importer?.includes('/node_modules/reactfire/')
        ? prefix + source
        : undefined,
    load: (id) =>
      id.startsWith(prefix)
        ? UNUSED_EXPORTS[id.slice(prefix.length)]
            ?.map((name) => `export const ${name} = undefined;`)
            .join('\n')
        : undefined,
  };
}

/** What reactfire imports from each product. The build fails if an update of reactfire imports anything else. */
const UNUSED_EXPORTS: Record<string, readonly string[]> = {
  'firebase/database': [
    'get',
    'off',
    'onChildAdded',
    'onChildChanged',
    'onChildMoved',
    'onChildRemoved',
    'onValue',
  ],
  'firebase/firestore': ['onSnapshot', 'queryEqual'],
  'firebase/functions': ['httpsCallable'],
  'firebase/remote-config': [
    'ensureInitialized',
    'getAll',
    'getBoolean',
    'getNumber',
    'getString',
    'getValue',
  ],
  'firebase/storage': ['getDownloadURL', 'ref'],
};
