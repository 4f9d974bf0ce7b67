import { defineConfig } from 'vitest/config';
import { config } from './config.ts';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*/*.{api.test,spec}.ts'],
    // Each worker has its own portal: tests may change what its sandbox answers.
    maxWorkers: config.portalCount,
    // One browser for all files of a worker.
    isolate: false,
    // Without a locale, the browser cannot read non-ASCII file names.
    env: { METADATA_SERVER_DETECTION: 'none', LC_ALL: 'C.UTF-8' },
    // So long that only what hangs fails: a machine may have twenty times as much to do.
    testTimeout: 900_000,
    expect: { poll: { timeout: 600_000, interval: 100 } },
    hookTimeout: 300_000,
  },
});
