import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*/*.{api.test,spec}.ts'],
    // One portal and one browser serve all files.
    fileParallelism: false,
    isolate: false,
    // Without a locale the browser cannot read file names beyond ASCII.
    env: { METADATA_SERVER_DETECTION: 'none', LC_ALL: 'C.UTF-8' },
    // Generous, as are the waits inside: how long a machine with much to do takes proves nothing.
    testTimeout: 180_000,
    // A test that needs another try is named in the report of `npm test`.
    retry: 2,
    hookTimeout: 60_000,
  },
});
