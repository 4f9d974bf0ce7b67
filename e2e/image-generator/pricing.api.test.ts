import { findPrice, getPricing, type PricingEntry } from '@portal/contracts/pricing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';
import { listBatches, makeRequest, startBatch, waitForBatches } from '../support/generator.ts';
import { setLatency } from '../support/sandbox.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';
import { BATCHES } from '../support/api-files.ts';

const document = firestore.doc('settings/pricing');

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  await document.delete();
  await waitForCaches();
});
afterAll(() => document.delete());

async function readModels(): Promise<PricingEntry[]> {
  const { status, body } = await callApi('GET', '/api/pricing', { as: artist });
  expect(status).toBe(200);
  return z.strictObject(getPricing.response.shape).parse(body).models;
}

test('says where an image cannot cost its estimate', async () => {
  const { body } = await callApi('GET', '/api/pricing', { as: artist });
  const { maximums } = getPricing.response.parse(body);
  expect(maximums).toContainEqual({ provider: 'xai', model: 'grok-2-image', price: 0.02 });
  const isLower = maximums.every((image) => image.price < findPrice([], image));
  expect(isLower).toBe(true);
});

const waitForModels = (models: readonly PricingEntry[]) => expect.poll(readModels).toEqual(models);

/** Starts each request, reads its estimate and deletes the batch. */
async function readEstimates(requests: readonly Record<string, unknown>[]): Promise<number[]> {
  const ids: string[] = [];
  for (const request of requests) ids.push(await startBatch(artist, request));
  const batches = new Map((await listBatches(artist)).map((batch) => [batch.id, batch]));
  await callApi('DELETE', BATCHES, { as: artist });
  return ids.map((id) => batches.get(id)?.estimate ?? Number.NaN);
}

test('charges what the provider reported, or else the price', async () => {
  const ids = await Promise.all([
    startBatch(artist, makeRequest('stability', { quantity: 2 })),
    startBatch(artist, makeRequest('xai', { quantity: 2 })),
    startBatch(artist, makeRequest('google')),
  ]);
  const [byTable, byDollars, byTokens] = await waitForBatches(artist, ids);
  expect(byTable).toMatchObject({ completedCount: 2, cost: 0.07 });
  expect(byDollars).toMatchObject({ completedCount: 2, cost: 0.04 });
  expect(byTokens?.cost).toBeGreaterThan(0.03);
  expect(byTokens?.cost).toBeLessThan(0.04);
});

test('keeps the default of other models, and prices those without one [T9.1.4, T9.1.5]', async () => {
  const entries: PricingEntry[] = [{ provider: 'openai', model: 'gpt-4o', price: 0.5 }];
  await document.set({ models: entries });
  await waitForModels(entries);
  const medium = makeRequest('stability', { quantity: 2 });
  const old = makeRequest('openai', { model: 'gpt-4o', quantity: 3 });
  expect(await readEstimates([medium, old])).toEqual([0.07, 1.5]);
});

test('skips only invalid entries of the settings [T3.3.3, T7.1.10, D-providers.11]', async () => {
  await document.set({
    models: [
      { provider: 'stability', model: 'sd3.5-medium', price: '0.1' },
      { provider: 'stability', model: 'sd3.5-large', price: 10.01 },
      { provider: 'xai', model: 'grok', price: -1 },
      null,
      { provider: 'xai', model: 'grok-2-image', price: 0.02 },
    ],
  });
  await waitForModels([{ provider: 'xai', model: 'grok-2-image', price: 0.02 }]);
  const requests = [makeRequest('stability', { quantity: 2 }), makeRequest('xai', { quantity: 2 })];
  expect(await readEstimates(requests)).toEqual([0.07, 0.04]);
});
