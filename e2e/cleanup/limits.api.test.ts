import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Account } from '../support/accounts.ts';
import {
  endWait,
  listAll,
  postCleanup,
  prepareCleanup,
  readAdminCalls,
  readStats,
  restoreCleanup,
  runSweep,
  seedAssets,
  setHourlyLimit,
  waitForEnd,
} from '../support/storage-cleanup.ts';

let admin: Account;
beforeEach(async () => {
  admin = await prepareCleanup();
});
afterEach(restoreCleanup);

test('pauses at the reserved part of the hourly quota, and resumes where it stopped [D-media.14, D-media.15]', async () => {
  await postCleanup(admin);
  await seedAssets({ count: 3000, prefix: 'many/' });
  await setHourlyLimit(45);
  const answer = await postCleanup(admin);
  expect(answer).toMatchObject({ success: true, stats: { continuing: true } });
  const { refused, leastRemaining } = await readAdminCalls();
  expect(refused).toBe(0);
  expect(leastRemaining).toBeGreaterThanOrEqual(20);

  const left = (await listAll()).length;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(3000);
  await setHourlyLimit(1_000_000);

  const { running } = await readStats(admin);
  expect(Date.parse(running?.waitsUntil ?? '')).toBeGreaterThan(Date.now());
  // Neither the sweep nor another admin resumes it early.
  await runSweep();
  expect(await postCleanup(admin)).toMatchObject({ success: true, stats: { continuing: true } });
  expect((await listAll()).length).toBe(left);

  await endWait();
  await runSweep();
  await waitForEnd();
  expect(await listAll()).toEqual([]);
  expect((await readStats(admin)).lastCleanup).toMatchObject({
    outcome: 'finished',
    stats: { deletedImages: 3000, failed: 0, continuing: false },
  });
});
