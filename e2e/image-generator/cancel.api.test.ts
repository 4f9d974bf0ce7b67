import { type GenerationBatch, generatorCalls } from '@portal/contracts/image-generator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { listBatches, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { addFaults, countCalls, release, setLatency } from '../support/sandbox.ts';
import { newPrompt, pathOf } from '../support/api-files.ts';

/** The concurrency of one queue. */
const AT_ONCE = 10;

let artist: Account;
beforeEach(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});
afterEach(release);

async function cancel(id: string): Promise<GenerationBatch> {
  const { status, body } = await callApi('POST', `${pathOf(id)}/cancel`, { as: artist });
  expect(status).toBe(200);
  return generatorCalls.cancel.response.parse(body).batch;
}

/** Lets the first calls pass and holds the others. */
const holdAfter = (prompt: string, times: number) =>
  addFaults(
    { provider: 'xai', match: { promptIncludes: prompt }, times, fault: { kind: 'slow', ms: 0 } },
    { provider: 'xai', match: { promptIncludes: prompt }, fault: { kind: 'hold' } },
  );

test('keeps finished and running images, and never starts the rest [T4.1.1, T4.2.5, T7.1.4, D-batches.1, D-batches.2, D-batches.4]', async () => {
  const prompt = newPrompt('cancelled in flight');
  const quantity = 16;
  await holdAfter(prompt, 3);
  const id = await startBatch(artist, makeRequest('xai', { prompt, quantity }));
  const isBusy = ({ completedCount, runningItems }: GenerationBatch) =>
    completedCount === 3 && runningItems.length === AT_ONCE;
  const working = await waitForBatch(artist, id, isBusy);
  expect(working).toMatchObject({ status: 'processing', endedAt: null, cancelledAt: null });
  await expect.poll(async () => (await countCalls(prompt)).received).toBe(3 + AT_ONCE);
  const next = await startBatch(artist, makeRequest('xai', { prompt: `${prompt}, next`, quantity: 2 }));

  const cancelled = await cancel(id);
  expect(cancelled).toMatchObject({
    status: 'processing',
    completedCount: 3,
    runningItems: working.runningItems,
    cancelledCount: quantity - 3 - AT_ONCE,
    cancelledAt: expect.any(String),
    endedAt: null,
  });
  expect(await cancel(id)).toEqual(cancelled);

  const waiting = (await listBatches(artist)).find((batch) => batch.id === next);
  expect(waiting).toMatchObject({ status: 'pending', startedAt: null, runningItems: [] });
  const notStarted = await cancel(next);
  expect(notStarted).toMatchObject({
    status: 'failed',
    completedCount: 0,
    failedCount: 0,
    cancelledCount: 2,
    cancelledAt: expect.any(String),
    endedAt: expect.any(String),
    cost: 0,
    retryable: { failed: 0, uncertain: 0 },
  });

  await release();
  const ended = await waitForBatch(artist, id);
  expect(ended).toMatchObject({
    status: 'completed',
    completedCount: 3 + AT_ONCE,
    cancelledCount: quantity - 3 - AT_ONCE,
    cancelledAt: cancelled.cancelledAt,
    cost: 0.26,
    failures: [],
    runningItems: [],
  });
  expect(ended.generatedImages).toHaveLength(3 + AT_ONCE);
  expect(await countCalls(prompt)).toMatchObject({ received: 3 + AT_ONCE, paid: 3 + AT_ONCE });
  expect(await countCalls(`${prompt}, next`)).toMatchObject({ received: 0 });
  expect(await cancel(id)).toEqual(ended);
  expect(await cancel(next)).toEqual(notStarted);
});
