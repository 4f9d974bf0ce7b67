import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// So long that only what hangs fails: a machine may have twenty times as much to do.
const timeouts = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['scripts/test/wait-longer.ts'],
};
/** One process for many files: starting one for each and loading all modules again costs more than most tests. */
const shared = {
  ...timeouts,
  isolate: false,
  setupFiles: [...timeouts.setupFiles, 'scripts/test/reset-globals.ts'],
};

export default defineConfig({
  test: {
    // Half of the time, tests wait for what they have started.
    maxWorkers: availableParallelism() * 2,
    projects: [
      { test: { ...shared, name: 'contracts', include: ['contracts/**/*.test.ts'] } },
      { test: { ...shared, name: 'functions', include: ['functions/src/**/*.test.ts'] } },
      {
        test: {
          ...timeouts,
          name: 'web',
          include: ['web/src/**/*.test.ts'],
          // Modules of pages keep state, such as whether the portal can be reached. A new process for each file takes three times as long.
          pool: 'vmThreads',
        },
      },
      {
        test: {
          ...shared,
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: [...shared.setupFiles, 'web/src/testing/prepare-document.ts'],
          // Loading what components need takes longer than rendering them.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'packages',
          include: ['packages/**/*.test.ts'],
          exclude: ['**/conformance/**'],
          // The Admin SDK would look for Google's cloud around it, and warn that it is not there.
          env: { METADATA_SERVER_DETECTION: 'none' },
        },
      },
      {
        test: {
          name: 'local',
          include: ['{cloud,local,scripts}/**/*.test.ts', 'e2e/{load,support}/*.test.ts'],
          exclude: ['**/fixture/**'],
          ...timeouts,
          // The Admin SDK would look for Google's cloud around it, and warn that it is not there.
          env: { METADATA_SERVER_DETECTION: 'none' },
        },
      },
    ],
  },
});
