import { afterEach, expect, it, vi } from 'vitest';
import { QUEUES } from '../../tools.ts';
import { SIZES } from '../config/function-sizes.ts';
import { findRateLimits, makeTaskOptions, PORTAL_QUEUES } from './queues.ts';
import { findAttemptMs, findTaskTimes } from './task-times.ts';

afterEach(() => vi.unstubAllEnvs());

/** Of Cloud Tasks for HTTP targets, and of the CLI for task functions. */
const MAX_SECONDS = 1800;
const MIN_DEADLINE_SECONDS = 15;

const SETTINGS = [
  {},
  { CALL_TIMEOUT_SECONDS: '1200', STORE_TIMEOUT_SECONDS: '240', UPSCALE_TIMEOUT_SECONDS: '1200' },
  { CALL_TIMEOUT_SECONDS: '1', STORE_TIMEOUT_SECONDS: '1', UPSCALE_TIMEOUT_SECONDS: '1' },
];

it.each(SETTINGS)('ends work, function, delivery and lease in this order with %o', (settings) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  expect(QUEUES.length).toBeGreaterThanOrEqual(13);
  for (const queue of QUEUES) {
    const { workMs, timeoutSeconds, dispatchDeadlineSeconds, itemLeaseMs, restartAfterMs } = findTaskTimes(
      queue.work,
    );
    expect(makeTaskOptions(queue).timeoutSeconds, queue.name).toBe(timeoutSeconds);
    expect(workMs, queue.name).toBeLessThan(timeoutSeconds * 1000);
    expect(timeoutSeconds, queue.name).toBeLessThan(dispatchDeadlineSeconds);
    expect(dispatchDeadlineSeconds, queue.name).toBeLessThanOrEqual(MAX_SECONDS);
    expect(dispatchDeadlineSeconds, queue.name).toBeGreaterThanOrEqual(MIN_DEADLINE_SECONDS);
    expect(itemLeaseMs, queue.name).toBeGreaterThan(workMs);
    expect(restartAfterMs, queue.name).toBeGreaterThanOrEqual(dispatchDeadlineSeconds * 1000);
  }
});

it('keeps the lease of a paid item until its delivery is over', () => {
  const { itemLeaseMs, dispatchDeadlineSeconds } = findTaskTimes('call');
  expect(itemLeaseMs).toBeGreaterThanOrEqual(dispatchDeadlineSeconds * 1000);
});

it('includes an attempt and storing its result in the work of an item', () => {
  vi.stubEnv('STORE_TIMEOUT_SECONDS', '60');
  for (const work of ['call', 'upscale'] as const) {
    expect(findAttemptMs(work) + 60_000).toBe(findTaskTimes(work).workMs);
  }
});

it('delivers as many tasks at once as the instances accept', () => {
  for (const queue of QUEUES) {
    const { concurrency, maxInstances } = SIZES[queue.size];
    expect(findRateLimits(queue).maxConcurrentDispatches, queue.name).toBe(concurrency * maxInstances);
  }
});

it('names each queue of the portal after its key', () => {
  for (const [key, { name }] of Object.entries(PORTAL_QUEUES)) expect(name).toBe(key);
});
