import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { newEmail, signIn } from '../support/accounts.ts';
import { waitForIdle } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { findLogEnd, readLogSince } from '../support/portal-log.ts';
import { addFaults, clearFaults, setLatency } from '../support/sandbox.ts';

const QUANTITY = 100;
const MAX_DELIVERIES = 3;
const REST_SECONDS = 30;

const KEYS = ['sandbox-xai-key-1', 'sandbox-xai-key-2'];
/** Waiting items keep their places in the window of five, beside those that were called before the keys were paused. */
const MIN_WAITING = 5;
const MAX_WAITING = 5 + 2 * 10;

const keysDocument = firestore.doc('providerKeys/xai');
const KeysSchema = z.object({ keys: z.record(z.string(), z.unknown()).optional() });

afterEach(async () => {
  await clearFaults();
  await keysDocument.delete();
});

test('100 items wait for a resting key with no error log and at most 3 deliveries each [D-access-and-money.6]', async () => {
  await setLatency(0);
  await waitForIdle();
  const artist = await signIn(newEmail());
  const prompt = makePrompt('waits for a key');
  await addFaults(
    ...KEYS.map((key) => ({
      provider: 'xai' as const,
      match: { promptIncludes: prompt, key },
      // A second answer, which may be late on a busy machine, would pause the key again while items wait for its first pause.
      times: 1,
      fault: { kind: 'rate-limit', retryAfterSeconds: REST_SECONDS },
    })),
  );
  const start = await findLogEnd();
  const id = await startBatch(artist, makeRequest('xai', { prompt, quantity: QUANTITY }));
  const countRestingKeys = async () => {
    const { keys = {} } = KeysSchema.parse((await keysDocument.get()).data() ?? {});
    return Object.keys(keys).length;
  };
  await expect.poll(countRestingKeys).toBe(KEYS.length);
  await clearFaults();
  expect(await waitForBatch(artist, id)).toMatchObject({
    completedCount: QUANTITY,
    failedCount: 0,
  });

  const readDeliveries = async () => {
    const { errors, attempts } = await readLogSince(start);
    expect(errors).toEqual([]);
    const own = attempts.filter(({ task }) => task.startsWith(id));
    expect(own.filter(({ isOk }) => !isOk)).toEqual([]);
    return Map.groupBy(own, ({ task }) => task.slice(id.length + 1).split('-', 1)[0]);
  };
  // An item has ended before its last delivery is logged.
  await expect.poll(async () => (await readDeliveries()).size).toBe(QUANTITY);
  const counts = [...(await readDeliveries()).values()].map(({ length }) => length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_DELIVERIES);
  const { length: waited } = counts.filter((count) => count > 1);
  expect(waited).toBeGreaterThanOrEqual(MIN_WAITING);
  expect(waited).toBeLessThanOrEqual(MAX_WAITING);
});
