import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { config } from './config.ts';
import durations from './durations.json' with { type: 'json' };

const seconds = new Map(Object.entries(durations));
const findSeconds = ({ moduleId }: TestSpecification) =>
  seconds.get(`e2e/${relative(import.meta.dirname, moduleId)}`) ?? 0;
/** Long files mostly wait, and short ones use the CPU: alternately, so that both run at all times, and no long one is last. */
class ByDuration extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = files.toSorted((one, other) => findSeconds(other) - findSeconds(one));
    const shortestFirst = longestFirst.splice(Math.ceil(files.length / 2)).toReversed();
    return longestFirst.flatMap((file, index) => [file, ...shortestFirst.slice(index, index + 1)]);
  }
}

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*/*.{api.test,spec}.ts'],
    // Each worker has its own portal: tests may change what its sandbox answers.
    maxWorkers: config.portalCount,
    sequence: { sequencer: ByDuration },
    isolate: false,
    setupFiles: ['share-drawings.ts'],
    // Without a locale, the browser cannot read non-ASCII file names.
    env: { METADATA_SERVER_DETECTION: 'none', LC_ALL: 'C.UTF-8' },
    // Generous timeouts: CI machines are slow.
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // `npm test` lists flaky tests.
    retry: 1,
    hookTimeout: 60_000,
  },
});
