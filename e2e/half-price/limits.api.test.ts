import { getGeminiStats } from '@portal/contracts/image-generator';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { waitForIdle } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { GENERATOR, pathOf } from '../support/api-files.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { controlBatches, resetBatches, waitUntilEnded, waitUntilSent } from '../support/half-price.ts';
import {
  changeJob,
  makeJob,
  makeLane,
  postJob,
  readJob,
  startJob,
  waitForJob,
} from '../support/pipelines.ts';
import {
  addFaults,
  clearFaults,
  countByProvider,
  countCalls,
  releaseCalls,
  setLatency,
} from '../support/sandbox.ts';
import { readReserved, readSpent, resetReserved } from '../support/spend-documents.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

const POLLING = { timeout: 30_000, interval: 100 };
const PICTURES = 3;
const budget = firestore.doc('settings/budget');

let artist: Account;
beforeEach(async () => {
  await setLatency(0);
  await waitForIdle();
  await resetReserved();
  await controlBatches({ do: 'set', manual: true });
  artist = await signIn(newEmail());
});
afterEach(async () => {
  await clearFaults();
  await releaseCalls();
  await resetBatches();
  await budget.delete();
});
afterAll(waitForCaches);

async function allow(dollars: number): Promise<void> {
  await budget.set({ monthlyDollars: (await readSpent()) + dollars });
  await waitForCaches();
}

async function readUsed(): Promise<number> {
  const { body } = await callApi('GET', `${GENERATOR}/gemini-stats`, { as: artist });
  return getGeminiStats.response.parse(body).stats.used;
}

const generate = (overrides: object) =>
  callApi('POST', `${GENERATOR}/generate`, { as: artist, body: overrides });

test('sets half of the maximum cost aside, and returns all of it after a cancel', async () => {
  const prompt = makePrompt('a fox at both prices');
  const request = makeRequest('google', { prompt, quantity: PICTURES });
  const used = await readUsed();
  await addFaults({ provider: 'google', match: { promptIncludes: prompt }, fault: { kind: 'hold' } });
  const now = await startBatch(artist, request);
  await expect.poll(async () => (await countCalls(prompt)).received, POLLING).toBe(PICTURES);
  const full = await readReserved(artist);
  await clearFaults();
  await releaseCalls();
  const { cost } = await waitForBatch(artist, now);
  expect(await readReserved(artist)).toBe(0);

  const id = await startBatch(artist, { ...request, isHalfPrice: true });
  await waitUntilSent(id);
  expect(await readReserved(artist)).toBeCloseTo(full / 2, 5);
  expect(await readUsed()).toBe(used + 2 * PICTURES);
  expect((await callApi('POST', `${pathOf(id)}/cancel`, { as: artist })).status).toBe(200);
  await waitUntilEnded(id, { do: 'cancel' });
  expect(await waitForBatch(artist, id)).toMatchObject({ cancelledCount: PICTURES, cost: 0 });
  expect(await readReserved(artist)).toBe(0);
  expect(await readSpent(artist)).toBeCloseTo(cost, 6);
  expect(await readUsed()).toBe(used + PICTURES);
  expect(await countCalls(prompt)).toMatchObject({ paid: PICTURES });
});

test('refuses a batch that the budget does not cover at half price, free of charge', async () => {
  const request = makeRequest('openai', { prompt: makePrompt('a dear fox'), quantity: PICTURES });
  const before = await countByProvider();
  // More than half of the price, and less than the price.
  await allow(PICTURES * 0.0075);
  expect((await generate(request)).status).toBe(409);
  const id = await startBatch(artist, { ...request, isHalfPrice: true });
  // What is not sent yet would wait for room in the budget.
  await waitUntilSent(id);
  await allow(PICTURES * 0.004);
  expect((await generate({ ...request, isHalfPrice: true })).status).toBe(409);
  expect((await countByProvider()).openai.paid).toBe(before.openai.paid);
  await budget.delete();
  await waitForCaches();
  await waitUntilEnded(id);
});

test('checks a job’s budget and allowance across stages, and returns both on cancel', async () => {
  const prompts = [makePrompt('a fox of a dear job'), makePrompt('an owl of it')];
  const job = makeJob(prompts, { lanes: [makeLane('google')], stages: { keywords: {} }, isHalfPrice: true });
  const [before, used] = [await countByProvider(), await readUsed()];
  await allow(0.001);
  expect((await postJob(artist, job)).status).toBe(409);
  expect(await readUsed()).toBe(used);
  await allow(5);
  const id = await startJob(artist, job);
  const [made = ''] = (await readJob(artist, id)).batches.map(({ batchId }) => batchId);
  expect(await readUsed()).toBe(used + prompts.length);
  await waitUntilSent(made);
  expect(await readReserved(artist)).toBeGreaterThan(0);
  expect((await changeJob(artist, id, 'cancel')).status).toBe(200);
  await waitUntilEnded(made, { do: 'cancel' });
  const { batches } = await waitForJob(artist, id);
  expect(batches.map(({ cancelledCount }) => cancelledCount)).toEqual([2, 2]);
  expect([await readReserved(artist), await readSpent(artist)]).toEqual([0, 0]);
  expect(await readUsed()).toBe(used);
  const after = await countByProvider();
  expect([after.google.paid, after.openai.paid]).toEqual([before.google.paid, before.openai.paid]);
});
