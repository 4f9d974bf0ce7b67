import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { serveInFrontOfPortal } from './dev-server.ts';
import { makeFirstPage } from './first-page.ts';
import { stubUnusedProducts } from './stub-unused-products.ts';
import { makePageChunkName, refuseChunkCycles } from './page-chunks.ts';

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../.build/vite',
  plugins: [react(), stubUnusedProducts(), makeFirstPage(), refuseChunkCycles(), serveInFrontOfPortal()],
  build: {
    target: 'es2024',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Their code stays only where it is used. Emotion imports hoist-non-react-statics for `withTheme`, which nothing calls.
      treeshake: {
        moduleSideEffects: (id) =>
          !/node_modules\/(reactfire|rxfire|rxjs|hoist-non-react-statics)\//.test(id),
      },
      output: {
        codeSplitting: {
          // Separate chunks stay in the browser's cache when the portal changes.
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-query|query-core))\//,
            },
            // Without Storage, which loads with the first large upload, and App Check, which few studios use.
            {
              name: 'firebase',
              test: /node_modules\/(@firebase\/(?!storage|app-check)|firebase\/(?!storage|app-check)|reactfire\/)/,
            },
            // Zod and its configuration share a chunk, so that the configuration runs before any schema is created.
            { name: 'zod', test: /node_modules\/zod\/|zod-jitless/ },
            // What every page needs, and what the first page needs of MUI, with all that they import: one chunk compresses better than a dozen small ones.
            {
              name: 'base',
              test: /\/src\/(ui\/theme\/theme|client\/(api\/client|browser-storage)|ui\/(notice-state|loading))\.tsx?$|\/contracts\/src\/call\.ts$|\/@mui\/material\/(Button|GlobalStyles|styles\/ThemeProvider)/,
            },
            // With all icons but the one that visitors load: the groups of pages cannot tell who needs which one.
            {
              name: 'router',
              test: /node_modules\/(react-router\/|react-router-dom\/|lucide-react\/(?!.*\/cloud-off\.))/,
            },
            // Their modules are needed by all of these pages, and so are those that they import.
            { name: makePageChunkName(), includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
