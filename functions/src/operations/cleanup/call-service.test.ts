import { expect, test } from 'vitest';
import { CLEANUP_CALLS_PER_MINUTE, CLEANUP_RESOURCES_PER_HOUR } from '@portal/contracts/storage';
import { DELETED_AT_ONCE, RESOURCES_PER_PAGE } from '../../pictures/media/media-admin.ts';
import { MediaError } from '../../pictures/media/media-error.ts';
import { findRateLimits, PORTAL_QUEUES } from '../../platform/queues/queues.ts';
import { makeServiceCalls } from './call-service.ts';
import { makeServiceQuota, QuotaReached } from './service-quota.ts';
import { UNITS_PER_TASK } from './step.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Cloud Tasks chooses the size of a queue's token bucket itself; this is a generous assumption. */
const MAX_BURST = 10;
/** Reserved for admins who open the statistics. */
const RESERVED_PER_MINUTE = 20;

const start = () => makeServiceCalls(makeServiceQuota(null));

const answer = (remaining: number, resetAt: Date) => () =>
  Promise.resolve({ value: 'done', limit: { allowed: 1000, remaining, resetAt } });

const refuse = (status: number | undefined, reason: string) => () =>
  Promise.reject(new MediaError('list resources', status, reason));

async function findWait(work: Promise<unknown>): Promise<Date> {
  const error: unknown = await work.catch((failure: unknown) => failure);
  if (error instanceof QuotaReached) return error.until;
  throw new Error(`Expected QuotaReached, got ${String(error)}`);
}

test('the queue stays below 500 calls per minute and cleans 500,000 resources per hour [P9.23, P9.24, D-media.14]', () => {
  const { maxConcurrentDispatches, maxDispatchesPerSecond } = findRateLimits(PORTAL_QUEUES.cleanupPages);
  expect(maxConcurrentDispatches).toBe(1);
  const tasksPerMinute = 60 * maxDispatchesPerSecond;
  expect((tasksPerMinute + MAX_BURST) * UNITS_PER_TASK).toBeLessThanOrEqual(
    CLEANUP_CALLS_PER_MINUTE - RESERVED_PER_MINUTE,
  );
  const callsPerPage = 1 + RESOURCES_PER_PAGE / DELETED_AT_ONCE;
  expect(callsPerPage).toBeLessThanOrEqual(UNITS_PER_TASK);
  expect(60 * tasksPerMinute * RESOURCES_PER_PAGE).toBeGreaterThan(CLEANUP_RESOURCES_PER_HOUR);
});

test('waits as long as the service says when it allows no more calls [D-media.14]', async () => {
  const soon = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS);
  for (const time of [soon.toUTCString(), soon.toISOString().replace('T', ' ').replace('.000Z', ' UTC')]) {
    const wait = await findWait(start()(refuse(420, `Rate Limit Exceeded. Try again on ${time}`)));
    expect(wait).toEqual(soon);
  }
  const call = start();
  expect(await call(answer(900, soon))).toBe('done');
  expect(await findWait(call(refuse(429, 'Too many')))).toEqual(soon);
  const withoutTime = await findWait(start()(refuse(420, 'Slow down')));
  expect(withoutTime.getTime()).toBeGreaterThan(Date.now() + 30_000);
});

test.each([
  ['a server error', 500],
  ['a lost connection', undefined],
])('retries after %s', async (_, status) => {
  let calls = 0;
  const done = start()(() => {
    calls += 1;
    return calls === 1 ? refuse(status, 'Internal')() : answer(900, new Date(Date.now() + HOUR_MS))();
  });
  expect(await done).toBe('done');
});

test('does not retry an error that cannot succeed later', async () => {
  let calls = 0;
  const call = () => {
    calls += 1;
    return refuse(401, 'Unknown key')();
  };
  await expect(start()(call)).rejects.toMatchObject({ status: 401 });
  expect(calls).toBe(1);
});

test('slows down calls beyond the number planned for a task', async () => {
  const call = start();
  const soon = new Date(Date.now() + HOUR_MS);
  for (let calls = 0; calls < UNITS_PER_TASK; calls += 1) await call(answer(900, soon));
  const startedAt = Date.now();
  await call(answer(900, soon));
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(400);
});
