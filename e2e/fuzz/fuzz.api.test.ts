import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { config } from '../config.ts';
import { generatorCalls } from '@portal/contracts/image-generator';
import { callApi } from '../support/api.ts';
import { resetAgencies } from '../support/deliveries.ts';
import { skipWithLocks } from '../support/hold-commits.ts';
import { findLogEnd, readLogSince } from '../support/portal-log.ts';
import { clearFaults, reuseDrawings, setLatency } from '../support/sandbox.ts';
import { resetSettings } from '../support/settings.ts';
import { setHourlyLimit } from '../support/storage-cleanup.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';
import { cleanUp, listShared } from './clean-up.ts';
import { prepareFaults } from './expendables.ts';
import { describeFault } from './report.ts';
import { runFuzz } from './run-fuzz.ts';
import { openStudio, type Studio } from './studio.ts';

const ROOMY = 1_000_000;
const DEFAULT_HOURLY_LIMIT = 500;
const MS_PER_REQUEST = 200;

/** Each may send 400 requests at once, and then 20 in a second. */
const ARTISTS = Math.max(2, Math.ceil(config.fuzz.requests / 2000));

beforeEach(skipWithLocks);

let studio: Studio;
let sharedBefore: ReadonlySet<string>;
beforeAll(async () => {
  sharedBefore = await listShared();
  await Promise.all([
    setLatency(0),
    reuseDrawings(1, { sharesPrompts: true }),
    setHourlyLimit(ROOMY),
    prepareFaults(),
  ]);
  studio = await openStudio(ARTISTS);
});
afterAll(async () => {
  await cleanUp(studio.admin, sharedBefore);
  await Promise.all([
    clearFaults(),
    reuseDrawings(null),
    setHourlyLimit(DEFAULT_HOURLY_LIMIT),
    resetAgencies(),
    resetSettings(),
  ]);
  await waitForCaches();
});

const LISTS = ['/api/library', '/api/pipelines', '/api/deliveries', generatorCalls.list.path];
/** What another user has, by id and name. The files may be gone: admins may clean up. */
const readLists = () =>
  Promise.all(
    LISTS.map(async (path) => {
      const { body } = await callApi('GET', path, { as: studio.other.account });
      return JSON.stringify(body).match(/"(?:id|name)":"[^"]*"/g);
    }),
  );

test(
  'random requests find no crash, no hang, no broken answer and no leak',
  { timeout: 900_000 + config.fuzz.requests * MS_PER_REQUEST },
  async () => {
    const { seed, requests, only } = config.fuzz;
    const [logEnd, before] = [await findLogEnd(), await readLists()];
    expect(before[0]).not.toBeNull();
    const startedAt = performance.now();
    const { tally, faults } = await runFuzz(studio, { seed, requests, only });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(`Seed ${seed}, ${requests} requests in ${seconds} s\n${tally.describe()}\n`);
    expect(faults.map((fault) => describeFault(seed, fault)).join('\n')).toBe('');
    if (only === undefined) expect(tally.listUnreached()).toEqual([]);
    expect(await readLists()).toEqual(before);
    // Connections to the emulators break under load; the task is delivered again.
    const { errors } = await readLogSince(logEnd);
    expect(errors.filter((line) => !/ECONNRESET|socket hang up/.test(line))).toEqual([]);
  },
);
