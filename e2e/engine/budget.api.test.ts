import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { waitForIdle } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { listBatches, makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { chargedCases, oneCaseOfEach } from '../support/tool-cases.ts';
import { addFaults, clearFaults, countCalls, releaseCalls, setLatency } from '../support/sandbox.ts';
import { readReserved, readSpent, resetReserved } from '../support/spend-documents.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

const PRICE = 0.035;
const USED_UP = /^The studio's budget of \$\d+\.\d\d for this month is used up\. An admin can raise it\.$/;
const budget = firestore.doc('settings/budget');

/** Sets the budget to the amount spent plus this amount. */
async function allow(dollars: number): Promise<number> {
  const monthlyDollars = (await readSpent()) + dollars;
  await budget.set({ monthlyDollars });
  await waitForCaches();
  return monthlyDollars;
}

beforeEach(async () => {
  await setLatency(0);
  await waitForIdle();
  await resetReserved();
});
afterEach(async () => {
  await setLatency(0);
  await clearFaults();
  await releaseCalls();
});
// Each test sets its own budget, so only the last one has to be removed.
afterAll(async () => {
  await budget.delete();
  await waitForCaches();
});

test('keeps items waiting while only the reserves of other calls exceed the budget', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('comes to less than was set aside');
  await addFaults({ provider: 'google', match: { promptIncludes: prompt }, fault: { kind: 'hold' } });
  // Enough for two reserves of about $0.064, or three images of $0.034 and the last one's reserve.
  const limit = await allow(0.145);
  const id = await startBatch(artist, makeRequest('google', { prompt, quantity: 3 }));
  await expect.poll(() => readReserved()).toBeGreaterThan(0.12);
  expect(await readReserved()).toBeLessThan(0.145);
  await clearFaults();
  await releaseCalls();
  const batch = await waitForBatch(artist, id);
  expect(batch).toMatchObject({ completedCount: 3, failedCount: 0 });
  expect((await countCalls(prompt)).received).toBe(3);
  expect(await readSpent()).toBeLessThanOrEqual(limit);
  expect(await readReserved()).toBe(0);
});

test('never exceeds the budget with workers of many queues at once', async () => {
  const artist = await signIn(newEmail());
  const QUANTITY = 3;
  const { generator: _, upscale: __, ...pictureJobs } = oneCaseOfEach;
  const cases = [
    ...chargedCases.filter(({ tool }) => tool === 'image-generator'),
    ...Object.values(pictureJobs),
  ];
  const prepared = [];
  for (const toolCase of [...cases, ...cases])
    prepared.push(await toolCase.prepare(`at once: ${toolCase.name}`, QUANTITY));
  await setLatency(2000);
  const limit = await allow(0.5);
  await Promise.all(prepared.map(({ start }) => start(artist)));
  await setLatency(200);
  const overBudget: number[] = [];
  const isIdle = async () => {
    const taken = (await readSpent()) + (await readReserved());
    if (taken > limit) overBudget.push(taken);
    return (await firestore.collection('batches').where('endedAt', '==', null).get()).empty;
  };
  await expect.poll(isIdle).toBe(true);
  expect(overBudget).toEqual([]);
  expect(await readReserved()).toBe(0);
  expect(await readSpent()).toBeLessThanOrEqual(limit);
  // Less is left than the largest reserve.
  expect(await readSpent()).toBeGreaterThan(limit - 0.15);
});

test('rejects a batch that the remaining budget does not cover', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('too many');
  await allow(3.5 * PRICE);
  const start = (quantity: number, key: string) =>
    callApi('POST', '/api/image-generator/generate', {
      as: artist,
      body: makeRequest('stability', { prompt, quantity }),
      headers: { 'idempotency-key': key },
    });
  expect(await start(4, 'four')).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      error:
        "This batch needs up to $0.14, and $0.12 is left of the studio's budget for this month. Choose fewer images, or ask an admin to raise the budget.",
    },
  });
  const accepted = await start(3, 'three');
  expect(accepted.status).toBe(202);
  await waitForIdle();
  expect(await start(1, 'one')).toMatchObject({
    status: 409,
    body: { error: expect.stringMatching(USED_UP) },
  });
  // The same key still returns the same batch.
  expect(await start(3, 'three')).toMatchObject({ status: 202, body: accepted.body });
  expect(await listBatches(artist)).toHaveLength(1);
  expect((await countCalls(prompt)).paid).toBe(3);
});
