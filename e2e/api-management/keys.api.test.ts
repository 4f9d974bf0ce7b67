import { checkKeys } from '@portal/contracts/api-status';
import { listProviders } from '@portal/contracts/providers';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { newEmail, signIn } from '../support/accounts.ts';
import { pathOf } from '../support/api-files.ts';
import { callApi } from '../support/api.ts';
import { checkKeysOf, resetKeys, readApiStatus, readKeyStatus } from '../support/api-status.ts';
import { sweepAndListAlerts } from '../support/alerts.ts';
import { waitForIdle } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { makePrompt, makeRequest, providerNames, startBatch, waitForBatch } from '../support/generator.ts';
import { addFaults, clearFaults, setLatency, type FaultRule } from '../support/sandbox.ts';

const KeptKeysSchema = z.object({ keys: z.record(z.string(), z.unknown()) });

beforeEach(async () => {
  await waitForIdle();
  await setLatency(0);
  await resetKeys();
});
afterEach(clearFaults);
afterAll(resetKeys);

const limit = (retryAfterSeconds: number): FaultRule['fault'] => ({ kind: 'rate-limit', retryAfterSeconds });

async function makeOne(): Promise<{ status: string }> {
  const artist = await signIn(newEmail());
  return waitForBatch(artist, await startBatch(artist, makeRequest('xai')));
}

const HEALTHY = {
  provider: 'xai',
  status: 'healthy',
  activeKeys: 2,
  totalKeys: 2,
  restingKeys: 0,
  restUntil: null,
  outKeys: 0,
  problem: null,
  capacity: 10,
  rateLimit: 1200,
};

const NO_KEY = 'No usable key for xAI';
const listAlertTitles = async () => (await sweepAndListAlerts()).map(({ title }) => title);

test('skips a rejected key and alerts admins when none is left [D-providers.2, D-providers.7]', async () => {
  await addFaults({ provider: 'xai', match: { operation: 'generate' }, fault: { kind: 'key-rejected' } });
  expect(await makeOne()).toMatchObject({ status: 'failed' });
  await expect
    .poll(() => readKeyStatus('xai'))
    .toMatchObject({ status: 'error', activeKeys: 0, restingKeys: 0, restUntil: null, outKeys: 2 });

  await expect.poll(listAlertTitles).toContain(NO_KEY);

  await clearFaults();
  expect(await makeOne()).toMatchObject({ status: 'failed' });
  expect(await checkKeysOf('xai')).toMatchObject({ status: 200, body: HEALTHY });
  await expect.poll(() => readKeyStatus('xai')).toMatchObject(HEALTHY);
  await expect.poll(listAlertTitles).not.toContain(NO_KEY);
  // Workers read key states again when their cache ends.
  await expect.poll(async () => (await makeOne()).status).toBe('completed');
});

test('tells staff why a provider can make nothing, until it can', async () => {
  const artist = await signIn(newEmail());
  const readProblem = async () => {
    const { providers } = listProviders.response.parse(
      (await callApi('GET', listProviders.path, { as: artist })).body,
    );
    return providers.find(({ provider }) => provider === 'xai');
  };
  expect(await readProblem()).toEqual({ provider: 'xai', isSandbox: true, problem: null });
  const match = { operation: 'generate' } as const;
  await addFaults({ provider: 'xai', match, fault: { kind: 'key-rejected', reason: 'no-credit' } });
  const id = await startBatch(artist, makeRequest('xai', { prompt: makePrompt('a key without credit') }));
  await expect.poll(readProblem).toMatchObject({ problem: 'exhausted' });
  expect(await readKeyStatus('xai')).toMatchObject({ status: 'error', restingKeys: 2, problem: 'exhausted' });
  await clearFaults();
  await checkKeysOf('xai');
  await expect.poll(readProblem).toMatchObject({ problem: null });
  expect((await callApi('GET', listProviders.path)).status).toBe(401);
  // It would wait for an hour.
  await callApi('POST', `${pathOf(id)}/cancel`, { as: artist });
  await waitForBatch(artist, id);
});

test('a key check finds rejected and paused keys without counting as a call [D-providers.2, D-providers.6]', async () => {
  const { stats } = await readApiStatus();
  const operation = 'check';
  await addFaults(
    ...providerNames.flatMap((provider): FaultRule[] => [
      { provider, match: { operation, key: `sandbox-${provider}-key-1` }, fault: { kind: 'key-rejected' } },
      { provider, match: { operation, key: `sandbox-${provider}-key-2` }, fault: limit(90) },
    ]),
  );
  for (const provider of providerNames) {
    const { status, body } = await checkKeysOf(provider);
    expect(status, provider).toBe(200);
    const checked = checkKeys.response.parse(body);
    const wanted = { provider, status: 'error', activeKeys: 0, restingKeys: 1, outKeys: 1 };
    expect(checked).toMatchObject(wanted);
    expect(Date.parse(checked.restUntil ?? ''), provider).toBeGreaterThan(Date.now() + 30_000);
    expect(Date.parse(checked.lastChecked ?? ''), provider).toBeGreaterThan(Date.now() - 30_000);
  }

  await clearFaults();
  const unavailable = { kind: 'server-error', status: 503 };
  await addFaults(
    ...providerNames.map((provider) => ({ provider, match: { operation }, fault: unavailable })),
  );
  for (const provider of providerNames) {
    expect(await checkKeysOf(provider), provider).toMatchObject({
      status: 503,
      body: { error: 'The provider did not answer. Please try again later.' },
    });
  }
  const { keyStatus } = await readApiStatus();
  expect(keyStatus.map(({ provider }) => provider).toSorted()).toEqual(providerNames.toSorted());
  for (const status of keyStatus) expect(status).toMatchObject({ restingKeys: 1, outKeys: 1 });

  await clearFaults();
  for (const provider of providerNames) {
    expect(await checkKeysOf(provider), provider).toMatchObject({
      status: 200,
      body: { provider, status: 'healthy', activeKeys: 2 },
    });
  }
  expect((await readApiStatus()).stats?.totalRequests).toBe(stats?.totalRequests);
});

test('never sends keys or their fingerprints to the browser [D-providers.5]', async () => {
  await addFaults({ provider: 'xai', match: { operation: 'check' }, fault: { kind: 'key-rejected' } });
  const texts = JSON.stringify([await checkKeysOf('xai'), await readApiStatus()]);
  expect(texts).toContain('"outKeys":2');
  const { keys } = KeptKeysSchema.parse((await firestore.doc('providerKeys/xai').get()).data());
  expect(Object.keys(keys)).toHaveLength(2);
  for (const secret of ['sandbox-xai-key', ...Object.keys(keys)]) {
    expect({ secret, isExposed: texts.includes(secret) }).toEqual({ secret, isExposed: false });
  }
});
