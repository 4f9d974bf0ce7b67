import { expect, it } from 'vitest';
import { AppError } from '../platform/app-error.ts';
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

it('allows 2,000 pictures at once, then 100 per second', () => {
  expect(countAllowed('pictures', 0)).toBe(2000);
  expect(countAllowed('pictures', 1000)).toBe(100);
  expect(countAllowed('calls', 0)).toBe(400);
});
