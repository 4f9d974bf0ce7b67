import { cancelRunningBatch, listRunningBatches, type RunningBatch } from '@portal/contracts/running-batches';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, signInAdmin, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { waitForQuiet } from '../support/batches.ts';
import { listBatches, makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { addFaults, clearFaults, countCalls, releaseCalls, setLatency } from '../support/sandbox.ts';

const PATIENCE = { timeout: 45_000, interval: 250 };

beforeEach(async () => {
  await setLatency(0);
  await waitForQuiet();
});
afterEach(letCallsFinish);

async function letCallsFinish() {
  await clearFaults();
  await releaseCalls();
}

async function readRunning(): Promise<RunningBatch[]> {
  const { body } = await callApi('GET', listRunningBatches.path, { as: await signInAdmin() });
  return listRunningBatches.answer.parse(body).batches;
}

const cancelAsAdmin = async (id: string) =>
  callApi('POST', cancelRunningBatch.path.replace('{id}', id), { as: await signInAdmin() });

/** Two are made, ten calls are out and wait, the others are queued. */
async function startHeld(artist: Account): Promise<{ id: string; prompt: string }> {
  const prompt = makePrompt('running');
  const match = { promptIncludes: prompt };
  await addFaults(
    { provider: 'xai', match, times: 2, fault: { kind: 'slow', ms: 0 } },
    { provider: 'xai', match, fault: { kind: 'hold' } },
  );
  const id = await startBatch(artist, makeRequest('xai', { prompt, quantity: 20 }));
  await waitForBatch(artist, id, ({ completedCount }) => completedCount === 2);
  await expect.poll(async () => (await countCalls(prompt)).received, PATIENCE).toBe(12);
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
  await letCallsFinish();
  await waitForBatch(artist, id);
  expect(await readRunning()).toEqual([]);
});

test('an admin cancels anyone’s batch, and its owner sees it as cancelled', async () => {
  const artist = await signIn(newEmail());
  const { id, prompt } = await startHeld(artist);
  expect(await cancelAsAdmin(id)).toMatchObject({ status: 200, body: { success: true } });
  expect(await readRunning()).toMatchObject([{ id, done: 10, cancelledAt: expect.any(String) }]);
  expect(await listBatches(artist)).toMatchObject([{ cancelledAt: expect.any(String), cancelledCount: 8 }]);
  await letCallsFinish();
  const ended = await waitForBatch(artist, id);
  expect(ended).toMatchObject({ completedCount: 12, cancelledCount: 8 });
  expect(await countCalls(prompt)).toEqual({ received: 12, paid: 12 });

  expect(await cancelAsAdmin(id)).toMatchObject({ status: 200 });
  expect(await listBatches(artist)).toEqual([ended]);
});

test('a deleted batch is listed while its calls are out', async () => {
  const artist = await signIn(newEmail());
  const { id } = await startHeld(artist);
  await callApi('DELETE', `/api/image-generator/batches/${id}`, { as: artist });
  expect(await listBatches(artist)).toEqual([]);
  expect(await readRunning()).toMatchObject([{ id, cancelledAt: expect.any(String) }]);
  await letCallsFinish();
  await expect.poll(readRunning, PATIENCE).toEqual([]);
});

test('cancelling an unknown batch answers 404', async () => {
  expect(await cancelAsAdmin('unknown')).toMatchObject({ status: 404, body: { code: 'not-found' } });
});

test.each([
  ['GET', listRunningBatches.path],
  ['POST', cancelRunningBatch.path.replace('{id}', 'any')],
])('%s %s is refused without the role of an admin', async (method, path) => {
  expect((await callApi(method, path)).status).toBe(401);
  expect(await callApi(method, path, { as: await signIn(newEmail()) })).toMatchObject({
    status: 403,
    body: { error: 'Access denied. Please check your permissions.' },
  });
});
