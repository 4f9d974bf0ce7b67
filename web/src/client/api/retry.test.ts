import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApiFailure } from './api-failure.ts';
import { findPause, isTemporary, shouldRetry, withRetries } from './retry.ts';

const { signal } = new AbortController();
const fail = (status: number, retryAfterSeconds?: number) =>
  new ApiFailure(status, '', { retryAfterSeconds });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void vi.useRealTimers());
});

test.each([
  ['a lost connection', new TypeError('Failed to fetch'), 3],
  ['502', fail(502), 3],
  ['503', fail(503), 3],
  ['503 with Retry-After', fail(503, 5), 3],
  ['504', fail(504), 3],
  ['429 of Cloud Run, which has no Retry-After', fail(429), 3],
  ['a rate limit', fail(429, 1), Number.POSITIVE_INFINITY],
  ['a daily limit', fail(429, 3600), 0],
  ['503 for a long time', fail(503, 3600), 0],
  ['500', fail(500), 0],
  ['400', fail(400), 0],
  ['401', fail(401), 0],
  ['403', fail(403), 0],
  ['404', fail(404), 0],
  ['409', fail(409), 0],
])('retries after %s as often as it helps', (_name, error, retries) => {
  expect(isTemporary(error)).toBe(retries > 0);
  for (const failures of [0, 2, 3, 100]) expect(shouldRetry(failures, error)).toBe(failures < retries);
});

test('waits as long as Retry-After says, else longer each time, and up to half more', () => {
  const pauses = () => [0, 1, 2, 5, 9].map((failures) => findPause(failures, fail(503)));
  expect(pauses()).toEqual([1000, 2000, 4000, 30_000, 30_000]);
  expect([0, 9].map((failures) => findPause(failures, fail(503, 7)))).toEqual([7000, 7000]);
  vi.spyOn(Math, 'random').mockReturnValue(1);
  expect(pauses()).toEqual([1500, 3000, 6000, 45_000, 45_000]);
  expect(findPause(0, fail(429, 7))).toBe(10_500);
});

test('does not count rate limits as failures', async () => {
  const errors = [
    fail(503),
    ...Array.from({ length: 9 }, () => fail(429, 3)),
    fail(503),
    fail(503),
    fail(503),
  ];
  const send = vi.fn<() => Promise<never>>();
  for (const error of errors) send.mockRejectedValueOnce(error);
  const end = withRetries(send, { signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000 + 9 * 3000 + 2000 + 4000 - 1);
  expect(send).toHaveBeenCalledTimes(12);
  await vi.advanceTimersByTimeAsync(1);
  expect(await end).toBe(errors[12]);
  expect(send).toHaveBeenCalledTimes(13);
});

test('ends when it is canceled during a pause', async () => {
  const abort = new AbortController();
  const send = vi.fn<() => Promise<never>>(() => Promise.reject(fail(503)));
  const end = withRetries(send, { signal: abort.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(0);
  abort.abort(new Error('canceled'));
  expect(await end).toMatchObject({ message: 'canceled' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).toHaveBeenCalledOnce();
});
