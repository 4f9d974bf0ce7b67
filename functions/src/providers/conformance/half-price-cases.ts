import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { HALF_PRICE_PROVIDERS, HALF_PRICE_SHARE, type HalfPriceProvider } from '@portal/contracts/half-price';
import { findPrice } from '@portal/contracts/pricing';
import type { HalfPriceAdapter } from '../half-price/half-price-adapter.ts';
import { openHalfPrice } from '../half-price/open-half-price.ts';
import { DEFAULT_MODELS } from '../model-registry.ts';
import { createRequest } from '../testing/create-request.ts';
import { expectMade, failureCase, MAX_CALL_MS, type AdapterCase } from './adapter-case.ts';

/** How long a list may lag behind. */
const MAX_LAG_MS = 60_000;
const PAUSE_MS = 2_000;

const createCheapRequest = (provider: HalfPriceProvider) =>
  createRequest(provider, provider === 'openai' ? { quality: 'low', outputFormat: 'jpeg' } : {});

const makeWork = (provider: HalfPriceProvider) => {
  const request = createCheapRequest(provider);
  const { upstreamModel } = DEFAULT_MODELS[request.model];
  return { kind: 'generate', upstreamModel, lines: [{ index: 0, request }] } as const;
};

async function waitForBatch(adapter: HalfPriceAdapter, id: string, since: Date): Promise<string | undefined> {
  const until = Date.now() + MAX_LAG_MS;
  for (;;) {
    const { made } = expectMade(await adapter.find(id, since, AbortSignal.timeout(MAX_CALL_MS)));
    if (made !== undefined || Date.now() > until) return made;
    await sleep(PAUSE_MS);
  }
}

/** It costs something only if the provider is faster than the cancellation. */
const createFindCancel = (provider: HalfPriceProvider): AdapterCase => ({
  name: 'creates a batch of one picture, finds it by its id, and cancels it',
  provider,
  paidImages: 1,
  dollars: findPrice([], createCheapRequest(provider)) * HALF_PRICE_SHARE,
  async check(access) {
    const adapter = openHalfPrice(provider, access);
    const since = new Date();
    const id = `portal-check-${since.getTime()}`;
    const signal = AbortSignal.timeout(MAX_CALL_MS);
    const { made: name } = expectMade(await adapter.create(id, makeWork(provider), signal));
    try {
      assert.equal(await waitForBatch(adapter, id, since), name, 'it cannot be found by its id');
      assert.equal(expectMade(await adapter.read(name, signal)).made.name, name);
    } finally {
      expectMade(await adapter.cancel(name, AbortSignal.timeout(MAX_CALL_MS)));
    }
  },
});

export const HALF_PRICE_CASES: AdapterCase[] = HALF_PRICE_PROVIDERS.flatMap((provider) => [
  createFindCancel(provider),
  failureCase(provider, 'refuses a batch with a wrong key', 'key-rejected', (access) =>
    openHalfPrice(provider, { ...access, apiKey: 'no-such-key' }).create(
      'portal-check',
      makeWork(provider),
      AbortSignal.timeout(MAX_CALL_MS),
    ),
  ),
]);
