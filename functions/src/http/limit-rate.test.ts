import { startSelfCheck } from '@portal/contracts/self-check';
import { expect, it } from 'vitest';
import { AppError } from '../platform/app-error.ts';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { startApi } from '../testing/start-api.ts';
import { limitRate, type RateLimit } from './limit-rate.ts';

function countAllowed(limit: RateLimit, now: number): number {
  for (let allowed = 0; ; allowed += 1) {
    try {
      limitRate('scroller', limit, now);
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate-limited', retryAfterSeconds: 1 } satisfies Partial<AppError>);
      return allowed;
    }
  }
}

it('allows 4,000 thumbnails at once, then 200 per second, beside other requests', () => {
  expect(countAllowed('thumbnails', 0)).toBe(4000);
  expect(countAllowed('thumbnails', 1000)).toBe(200);
  expect(countAllowed('pictures', 1000)).toBe(500);
  expect(countAllowed('calls', 1000)).toBe(400);
});

it('allows a request when its time has come, in spite of refused retries', () => {
  const counts = [0, 300, 600, 900, 1200, 1500].map((now) => countAllowed('tickets', now));
  expect(counts).toEqual([20, 0, 0, 0, 1, 0]);
});

it('limits made-up tickets before they are looked up', async () => {
  await startFirestore();
  const { call } = await startApi([]);
  const { method, path } = startSelfCheck;
  const statuses = new Set<number>();
  for (let count = 0; count < 30; count += 1) statuses.add((await call(method, path, 'nobody')).status);
  expect([...statuses]).toEqual([401, 429]);
});
