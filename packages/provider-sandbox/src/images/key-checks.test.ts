import { expect, it } from 'vitest';
import { addFaults, openSandbox, readCalls } from '../testing.ts';

const CHECKS = {
  openai: '/openai/v1/models',
  google: '/google/v1beta/models?pageSize=1',
  stability: '/stability/v1/user/balance',
  xai: '/xai/v1/models',
};
const cases = Object.entries(CHECKS);

const ask = (url: string, provider: string, key = `sandbox-${provider}-key-1`, method = 'GET') =>
  fetch(url, {
    method,
    headers: provider === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` },
  });

it.each(cases)('%s checks a key for free and counts it separately', async (provider, path) => {
  const { url } = await openSandbox();
  expect((await ask(url + path, provider)).status).toBe(200);
  const refused = await ask(url + path, provider, 'no-such-key');
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect((await readCalls(url)).operations).toEqual({
    [`${provider}/check`]: { received: 2, answered: 2, paid: 0 },
  });
});

it.each(cases)('%s can be scripted to fail only a check', async (provider, path) => {
  const { url } = await openSandbox();
  await addFaults(url, [
    {
      provider,
      match: { operation: 'check', key: `sandbox-${provider}-key-1` },
      fault: { kind: 'rate-limit', retryAfterSeconds: 5 },
    },
  ]);
  expect((await ask(url + path, provider)).status).toBe(429);
  expect((await ask(url + path, provider, `sandbox-${provider}-key-2`)).status).toBe(200);
});

it.each(cases)('%s rejects a check with the wrong method', async (provider, path) => {
  const { url } = await openSandbox();
  expect((await ask(url + path, provider, undefined, 'POST')).status).toBeGreaterThanOrEqual(400);
});

it('google lists models one to a page, and rejects other parameters', async () => {
  const { url } = await openSandbox();
  const answer = await ask(`${url}/google/v1beta/models?pageSize=1`, 'google');
  expect(await answer.json()).toMatchObject({ models: [{}], nextPageToken: expect.any(String) });
  expect((await ask(`${url}/google/v1beta/models?size=2`, 'google')).status).toBe(400);
});
