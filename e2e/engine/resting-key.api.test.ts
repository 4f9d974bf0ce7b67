import { afterEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { readItems, waitForIdle } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { findLogEnd, readLogSince } from '../support/portal-log.ts';
import { addFaults, clearFaults, setLatency } from '../support/sandbox.ts';

const QUANTITY = 100;
const MAX_DELIVERIES = 3;
/**
 * Stands for 60 s: longer than the queue takes to deliver all items once, and so long that retries with the queue's back-off
 * (1, 2, 4 s) would exceed the maximum.
 */
const REST_SECONDS = 10;

afterEach(async () => {
  await clearFaults();
  await firestore.doc('providerKeys/xai').delete();
});

test('100 items wait for a resting key with no error log and at most 3 deliveries each', async () => {
  await setLatency(0);
  await waitForIdle();
  const artist = await signIn(newEmail());
  const prompt = makePrompt('waits for a key');
  await addFaults({
    provider: 'xai',
    match: { promptIncludes: prompt },
    fault: { kind: 'rate-limit', retryAfterSeconds: REST_SECONDS },
  });
  const start = await findLogEnd();
  const startedAt = Date.now();
  const id = await startBatch(artist, makeRequest('xai', { prompt, quantity: QUANTITY }));
  // Every item has been delivered, and is due when the key is.
  const isWaiting = async () =>
    (await readItems(id)).every(({ notBefore }) => notBefore.toMillis() > startedAt + REST_SECONDS * 500);
  await expect.poll(isWaiting, { timeout: REST_SECONDS * 1000, interval: 250 }).toBe(true);
  await clearFaults();
  expect(await waitForBatch(artist, id)).toMatchObject({ completedCount: QUANTITY, failedCount: 0 });

  const { errors, attempts } = await readLogSince(start);
  expect(errors).toEqual([]);
  const own = attempts.filter(({ task }) => task.startsWith(id));
  expect(own.filter(({ isOk }) => !isOk)).toEqual([]);
  const byItem = Map.groupBy(own, ({ task }) => task.slice(id.length + 1).split('-', 1)[0]);
  expect(byItem.size).toBe(QUANTITY);
  const counts = [...byItem.values()].map((deliveries) => deliveries.length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_DELIVERIES);
});
