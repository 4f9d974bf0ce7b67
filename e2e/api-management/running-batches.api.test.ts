import { cancelRunningBatch, listRunningBatches, type RunningBatch } from '@portal/contracts/running-batches';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, signInAdmin, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { waitForIdle } from '../support/batches.ts';
import { listBatches, makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { addFaults, clearFaults, countCalls, releaseCalls, setLatency } from '../support/sandbox.ts';

const POLLING = { timeout: 45_000, interval: 250 };

beforeEach(async () => {
  await setLatency(0);
  await waitForIdle();
});
afterEach(finishCalls);

async function finishCalls() {
  await clearFaults();
  await releaseCalls();
}

async function readRunning(): Promise<RunningBatch[]> {
  const { body } = await callApi('GET', listRunningBatches.path, { as: await signInAdmin() });
  return listRunningBatches.response.parse(body).batches;
}

const cancelAsAdmin = async (id: string) =>
  callApi('POST', cancelRunningBatch.path.replace('{id}', id), { as: await signInAdmin() });

/** Two images are done, ten calls are held, and the others are queued. */
async function startHeld(artist: Account): Promise<{ id: string; prompt: string }> {
  const prompt = makePrompt('running');
  const match = { promptIncludes: prompt };
  await addFaults(
    { provider: 'xai', match, times: 2, fault: { kind: 'slow', ms: 0 } },
    { provider: 'xai', match, fault: { kind: 'hold' } },
  );
  const id = await startBatch(artist, makeRequest('xai', { prompt, quantity: 20 }));
  await waitForBatch(artist, id, ({ completedCount }) => completedCount === 2);
  await expect.poll(async () => (await countCalls(prompt)).received, POLLING).toBe(12);
  return { id, prompt };
}

test('lists everybody’s open batches with owner, tool, progress and cost', async () => {
  const artist = await signIn(newEmail());
  const { id } = await startHeld(artist);
  const [batch, ...others] = await readRunning();
  expect(others).toEqual([]);
  const [own] = await listBatches(artist);
  expect(batch).toEqual({
    id,
    ownerEmail: artist.email,
    tool: 'image-generator',
    name: own?.customName,
    done: 2,
    total: 20,
    cost: 0.04,
    estimate: own?.estimate,
    createdAt: own?.createdAt,
    cancelledAt: null,
  });
  await finishCalls();
  await waitForBatch(artist, id);
  expect(await readRunning()).toEqual([]);
});

test('lets an admin cancel any batch, and shows its owner that it was cancelled', async () => {
  const artist = await signIn(newEmail());
  const { id, prompt } = await startHeld(artist);
  expect(await cancelAsAdmin(id)).toMatchObject({ status: 200, body: { success: true } });
  expect(await readRunning()).toMatchObject([{ id, done: 10, cancelledAt: expect.any(String) }]);
  expect(await listBatches(artist)).toMatchObject([{ cancelledAt: expect.any(String), cancelledCount: 8 }]);
  await finishCalls();
  const ended = await waitForBatch(artist, id);
  expect(ended).toMatchObject({ completedCount: 12, cancelledCount: 8 });
  expect(await countCalls(prompt)).toEqual({ received: 12, paid: 12 });

  expect(await cancelAsAdmin(id)).toMatchObject({ status: 200 });
  expect(await listBatches(artist)).toEqual([ended]);
});

test('lists a deleted batch while its calls are in progress', async () => {
  const artist = await signIn(newEmail());
  const { id } = await startHeld(artist);
  await callApi('DELETE', `/api/image-generator/batches/${id}`, { as: artist });
  expect(await listBatches(artist)).toEqual([]);
  expect(await readRunning()).toMatchObject([{ id, cancelledAt: expect.any(String) }]);
  await finishCalls();
  await expect.poll(readRunning, POLLING).toEqual([]);
});

test('returns 404 when an unknown batch is cancelled', async () => {
  expect(await cancelAsAdmin('unknown')).toMatchObject({ status: 404, body: { code: 'not-found' } });
});

test.each([
  ['GET', listRunningBatches.path],
  ['POST', cancelRunningBatch.path.replace('{id}', 'any')],
])('%s %s requires the admin role', async (method, path) => {
  expect((await callApi(method, path)).status).toBe(401);
  expect(await callApi(method, path, { as: await signIn(newEmail()) })).toMatchObject({
    status: 403,
    body: { error: 'Access denied. Please check your permissions.' },
  });
});
