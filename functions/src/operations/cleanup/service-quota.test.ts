import { expect, test } from 'vitest';
import { makeServiceQuota, QuotaReached } from './service-quota.ts';

const START = Date.parse('2026-11-21T02:00:00.400Z');
const HOUR_MS = 60 * 60 * 1000;

const inAnHour = new Date(START + HOUR_MS);
const report = (remaining: number, allowed = 5000, resetAt = inAnHour) => ({ allowed, remaining, resetAt });

test.each([
  ['a tenth', 5000, 500],
  ['at least 20', 100, 20],
  ['at most half', 30, 15],
])('reserves %s of the hourly quota for people', (_name, allowed, reserve) => {
  const clock = { time: START };
  const quota = makeServiceQuota(null, () => clock.time);
  quota.take();
  quota.note(report(reserve + 2, allowed));
  quota.take();
  quota.take();
  expect(() => quota.take()).toThrow(new QuotaReached(inAnHour));
  clock.time = inAnHour.getTime();
  quota.take();
});

test('uses the lowest value of responses that arrive in any order', () => {
  const quota = makeServiceQuota(null, () => START);
  for (let call = 0; call < 3; call += 1) quota.take();
  quota.note(report(501));
  quota.note(report(503));
  quota.note(report(502));
  expect(() => quota.take()).toThrow(QuotaReached);
});

test('starts anew with a new hour', () => {
  const quota = makeServiceQuota(null, () => START);
  quota.take();
  quota.take();
  quota.note(report(500));
  quota.note(report(4999, 5000, new Date(START + 2 * HOUR_MS)));
  expect(quota.read()?.remaining).toBe(4999);
  quota.take();
});

test('continues from the quota that an earlier task has saved', () => {
  const first = makeServiceQuota(null, () => START);
  first.take();
  first.note(report(501));
  const next = makeServiceQuota(first.read(), () => START);
  next.take();
  expect(() => next.take()).toThrow(QuotaReached);
});
