import { findPrice, getPricing, type PricingEntry } from '@portal/contracts/pricing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';
import {
  listBatches,
  makeRequest,
  startBatch,
  waitForBatches,
  type ProviderName,
} from '../support/generator.ts';
import { setLatency } from '../support/sandbox.ts';
import { BATCHES } from '../support/api-files.ts';

/** The server caches prices for two seconds. */
const POLLING = { timeout: 45_000, interval: 500 };
const document = firestore.doc('settings/pricing');

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  await document.delete();
  await waitForModels([]);
});

async function readModels(): Promise<PricingEntry[]> {
  const { status, body } = await callApi('GET', '/api/pricing', { as: artist });
  expect(status).toBe(200);
  return z.strictObject(getPricing.response.shape).parse(body).models;
}

const waitForModels = (models: readonly PricingEntry[]) =>
  vi.waitFor(async () => expect(await readModels()).toEqual(models), POLLING);

interface Row {
  proves: string;
  provider: ProviderName;
  settings: Record<string, unknown>;
  price: number;
}
const gpt = (quality: string, square: number, oblong: number, proves: string): Row[] =>
  ['1:1', '2:3', '3:2'].map((aspectRatio) => ({
    proves,
    provider: 'openai',
    settings: { quality, aspectRatio },
    price: aspectRatio === '1:1' ? square : oblong,
  }));

/** From the table of tools.md 9.1. */
const FALLBACKS: Row[] = [
  ...gpt('low', 0.011, 0.016, 'T9.1.6'),
  ...gpt('medium', 0.042, 0.063, 'T9.1.7'),
  ...gpt('high', 0.167, 0.25, 'T9.1.8'),
  { proves: 'T9.1.9', provider: 'google', settings: { model: 'imagen3' }, price: 0.03 },
  { proves: 'T9.1.10', provider: 'google', settings: { version: 'standard' }, price: 0.04 },
  { proves: 'T9.1.10', provider: 'google', settings: { version: 'ultra' }, price: 0.06 },
  { proves: 'T9.1.11', provider: 'xai', settings: {}, price: 0.07 },
  { proves: 'T9.1.11', provider: 'xai', settings: { model: 'grok' }, price: 0.07 },
  { proves: 'T9.1.12', provider: 'stability', settings: { model: 'sd3.5-medium' }, price: 0.035 },
  {
    proves: 'T9.1.13',
    provider: 'stability',
    settings: { model: 'sd3.5-large', version: 'large' },
    price: 0.065,
  },
  // Models outside the table have the price of the live model behind them.
  {
    proves: 'T9.1.8',
    provider: 'openai',
    settings: { model: 'gpt-4o', quality: 'high', aspectRatio: '3:2' },
    price: 0.25,
  },
  { proves: 'T9.1.5', provider: 'google', settings: { model: 'gemini' }, price: 0.0336 },
  {
    proves: 'T9.1.5',
    provider: 'stability',
    settings: { model: 'sd3.5-large-turbo', version: 'large' },
    price: 0.04,
  },
];

const PricedSchema = z.object({
  provider: z.enum(['openai', 'google', 'stability', 'xai']),
  model: z.string(),
  quality: z.string().optional(),
  aspectRatio: z.string().optional(),
  version: z.string().optional(),
});

/** Starts each request, reads its estimate and deletes the batch. */
async function readEstimates(requests: readonly Record<string, unknown>[]): Promise<number[]> {
  const ids: string[] = [];
  for (const request of requests) ids.push(await startBatch(artist, request));
  const batches = new Map((await listBatches(artist)).map((batch) => [batch.id, batch]));
  await callApi('DELETE', BATCHES, { as: artist });
  return ids.map((id) => batches.get(id)?.estimate ?? Number.NaN);
}

describe('with the default prices', () => {
  const rows = FALLBACKS.map((row) => ({
    ...row,
    request: makeRequest(row.provider, { ...row.settings, quantity: 2 }),
  }));
  const estimates = new Map<Row['settings'], number>();
  beforeAll(async () => {
    const found = await readEstimates(rows.map(({ request }) => request));
    for (const [index, { settings }] of rows.entries()) estimates.set(settings, found[index] ?? Number.NaN);
  });

  test.each(rows)(
    '$provider $settings costs $price per image in the estimate [T3.3.3, T7.1.10, T9.1.5, D-providers.11, $proves]',
    async ({ request, settings, price }) => {
      expect(findPrice(await readModels(), PricedSchema.parse(request))).toBe(price);
      expect(estimates.get(settings)).toBeCloseTo(2 * price, 6);
    },
  );

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
});

describe('with the studio’s own prices', () => {
  const entry = (price: number, rest: Omit<PricingEntry, 'provider' | 'model' | 'price'> = {}) =>
    ({ provider: 'google', model: 'imagen4', price, ...rest }) as const;
  const ENTRIES: PricingEntry[] = [
    entry(1),
    entry(2, { aspectRatio: '9:16' }),
    entry(3, { aspectRatio: '9:16', version: 'ultra' }),
    entry(9, { aspectRatio: '16:9', version: 'standard' }),
    entry(8, { quality: 'high' }),
    { provider: 'openai', model: 'gpt-4o', price: 0.5 },
  ];
  beforeAll(async () => {
    await document.set({ models: ENTRIES });
    await waitForModels(ENTRIES);
  });
  afterAll(() => document.delete());

  test.each([
    ['no field', { aspectRatio: '1:1', version: 'standard' }, 1],
    ['one field', { aspectRatio: '9:16', version: 'standard' }, 2],
    ['two fields', { aspectRatio: '9:16', version: 'ultra' }, 3],
    [
      'one field, because one of two fields of another entry differs',
      { aspectRatio: '16:9', version: 'ultra' },
      1,
    ],
  ])(
    'uses the entry that matches %s [T3.3.1, T3.3.2, T9.1.4, D-providers.11, D-providers.12, D-providers.13]',
    async (_name, settings, price) => {
      const request = makeRequest('google', { quantity: 3, ...settings });
      expect(findPrice(await readModels(), PricedSchema.parse(request))).toBe(price);
      expect(await readEstimates([request])).toEqual([3 * price]);
    },
  );

  test('keeps the default of other models, and prices those without one [T9.1.4, T9.1.5]', async () => {
    const medium = makeRequest('stability', { quantity: 2 });
    const old = makeRequest('openai', { model: 'gpt-4o', quantity: 3 });
    expect(await readEstimates([medium, old])).toEqual([0.07, 1.5]);
  });

  test('skips only invalid entries of the settings [D-providers.11]', async () => {
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
});
