import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: [join(import.meta.dirname, 'start-target.ts')],
    setupFiles: [join(import.meta.dirname, 'fail-on-console-error.ts')],
    // Otherwise the Admin SDK searches for Google's metadata server.
    env: { METADATA_SERVER_DETECTION: 'none' },
    // The SDKs take about a second to load. No case changes global state, so once per worker is enough.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
  },
});
