import { randomUUID } from 'node:crypto';
import { startSelfCheck, TICKETS } from '@portal/contracts/self-check';
import { Timestamp } from 'firebase-admin/firestore';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../platform/app-error.ts';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { startApi } from '../testing/start-api.ts';
import { answerError } from './answer-error.ts';
import { handleCall } from './handle-call.ts';
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
  const counts = [0, 300, 600, 900, 1200, 1500].map((now) => countAllowed('refusedTickets', now));
  expect(counts).toEqual([20, 0, 0, 0, 1, 0]);
});

it('blocks nobody when the clock goes back', () => {
  expect(countAllowed('pictures', 3_600_000)).toBe(500);
  expect(countAllowed('pictures', 2_000_000)).toBe(0);
  expect(countAllowed('pictures', 2_001_000)).toBe(50);
});

it('limits made-up tickets, and never a valid one', async () => {
  const firestore = await startFirestore();
  const { deps } = await startApi([]);
  const app = new Hono();
  app.onError(answerError);
  // Checks nothing.
  handleCall(app, deps, { ...startSelfCheck, response: z.object({}) }, async () => ({}));
  const send = async (ticket: string) => {
    const { method, path } = startSelfCheck;
    return (await app.request(path, { method, headers: { authorization: `Ticket ${ticket}` } })).status;
  };
  const statuses: number[] = [];
  for (let count = 0; count < 40; count += 1) statuses.push(await send(randomUUID()));
  expect([...new Set(statuses)]).toEqual([401, 429]);
  const valid = randomUUID();
  const expiresAt = Timestamp.fromMillis(Date.now() + 60_000);
  await firestore.doc(`${TICKETS}/${valid}`).set({ expiresAt });
  expect(await send(valid)).toBe(200);
});
