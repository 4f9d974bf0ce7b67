import { Timestamp } from '@google-cloud/firestore';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { newEmail, signIn } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { readItems, waitForIdle } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { addFaults, clearFaults, setLatency } from '../support/sandbox.ts';

const BATCHES = 10;
const QUANTITY = 20;
const CALL_MS = 1000;
/** What ten batches of one person have waiting: 5, then 2, then 1 each. */
const WAITING = 15;
/** How many items of a queue are worked on at once. */
const CONCURRENCY = 10;

const BatchSchema = z.object({ createdAt: z.instanceof(Timestamp) });

afterEach(clearFaults);

test("one person's 200 images let another's one image through", async () => {
  await setLatency(0);
  await waitForIdle();
  const [busy, other] = await Promise.all([signIn(newEmail()), signIn(newEmail())]);
  const prompt = makePrompt('one of very many');
  await addFaults({
    provider: 'stability',
    match: { promptIncludes: prompt },
    fault: { kind: 'slow', ms: CALL_MS },
  });
  const many: string[] = [];
  for (let count = 0; count < BATCHES; count += 1) {
    many.push(await startBatch(busy, makeRequest('stability', { prompt, quantity: QUANTITY })));
  }
  const one = await startBatch(other, makeRequest('stability', { prompt: makePrompt('only one') }));
  await waitForBatch(other, one);
  const items = (await Promise.all(many.map(readItems))).flat();
  await Promise.all(many.map((id) => callApi('DELETE', `/api/image-generator/batches/${id}`, { as: busy })));

  const { createdAt } = BatchSchema.parse((await firestore.doc(`batches/${one}`).get()).data());
  const [own] = await readItems(one);
  const earlier = items.filter(
    ({ claimedAt }) => claimedAt && own?.claimedAt && claimedAt > createdAt && claimedAt < own.claimedAt,
  );
  // Those that waited, and those enqueued by deliveries while the request was answered.
  expect(earlier.length).toBeLessThanOrEqual(WAITING + 2 * CONCURRENCY);
});
