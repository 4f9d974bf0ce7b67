import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*/*.{api.test,spec}.ts'],
    // All files share one portal, and may change what its sandbox answers.
    fileParallelism: false,
    isolate: false,
    // Without a locale, the browser cannot read non-ASCII file names.
    env: { METADATA_SERVER_DETECTION: 'none', LC_ALL: 'C.UTF-8' },
    // Generous timeouts: CI machines are slow.
    testTimeout: 180_000,
    // `npm test` lists flaky tests.
    retry: 1,
    hookTimeout: 60_000,
  },
});
