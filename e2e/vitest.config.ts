import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    // One portal and one browser serve all files.
    fileParallelism: false,
    isolate: false,
    env: { METADATA_SERVER_DETECTION: 'none' },
    testTimeout: 45_000,
    hookTimeout: 60_000,
  },
});
