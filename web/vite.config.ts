import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What reactfire's one file takes from products of Firebase that the portal does not use in the browser. */
const UNUSED: Record<string, string[]> = {
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

/** Keeps those out of the download before sign-in: they are as large as everything else in it. */
function leaveOutUnusedProducts(): Plugin {
  const prefix = '\0unused:';
  return {
    name: 'leave-out-unused-products',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source in UNUSED && importer?.includes('/node_modules/reactfire/') ? prefix + source : undefined,
    load: (id) =>
      id.startsWith(prefix)
        ? UNUSED[id.slice(prefix.length)]?.map((name) => `export const ${name} = undefined;`).join('\n')
        : undefined,
  };
}

export default defineConfig({
  plugins: [react(), leaveOutUnusedProducts()],
  build: {
    target: 'es2024',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id) => !/node_modules\/(reactfire|rxfire|rxjs)\//.test(id) },
      output: {
        codeSplitting: {
          // Kept apart so that a new version of the portal leaves them in the browser's cache.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // Storage comes with the first large upload.
            {
              name: 'firebase',
              test: /node_modules\/(@firebase\/(?!storage)|firebase\/(?!storage)|reactfire\/)/,
            },
            // With its configuration: a chunk's modules run before those of the chunks that import it.
            { name: 'zod', test: /node_modules\/zod\/|zod-jitless/ },
          ],
        },
      },
    },
  },
});
