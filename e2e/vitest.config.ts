import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { config } from './config.ts';
import durations from './durations.json' with { type: 'json' };

const seconds = new Map(Object.entries(durations));
const findSeconds = ({ moduleId }: TestSpecification) =>
  seconds.get(`e2e/${relative(import.meta.dirname, moduleId)}`) ?? 0;
const sumSeconds = (files: readonly TestSpecification[]) =>
  files.reduce((sum, file) => sum + findSeconds(file), 0);

/** How far ahead long files start. Otherwise the last file is a long one, with nothing beside it. */
const LEAD_SECONDS = 30;

/** Long files mostly wait, and short ones use the CPU: as many seconds of both are started, so that each has the other beside it. */
class ByDuration extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const short = files.toSorted((one, other) => findSeconds(other) - findSeconds(one));
    const long: TestSpecification[] = [];
    while (sumSeconds(long) < sumSeconds(short)) long.push(...short.splice(0, 1));
    const sorted: TestSpecification[] = [];
    let longLead = -LEAD_SECONDS;
    while (sorted.length < files.length) {
      const isLongNext = short.length === 0 || (longLead <= 0 && long.length > 0);
      const next = (isLongNext ? long : short).splice(0, 1);
      longLead += isLongNext ? sumSeconds(next) : -sumSeconds(next);
      sorted.push(...next);
    }
    return sorted;
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
