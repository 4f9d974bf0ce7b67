import { afterAll, afterEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { readApiStatus } from '../support/api-status.ts';
import { firestore } from '../support/firestore.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { addFaults, clearFaults, releaseCalls, setLatency } from '../support/sandbox.ts';

const POLL = { timeout: 30_000, interval: 250 };
const MODELS_LIVE_MS = 10_000;
const models = firestore.doc('settings/models');

afterEach(async () => {
  await clearFaults();
  await releaseCalls();
});
afterAll(() => models.delete());

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('reports every part of the portal that responds as healthy [P2.45]', async () => {
  const { health } = await readApiStatus();
  expect(health).toEqual(
    ['database', 'files', 'media', 'queues', 'identity'].map((name) => ({ name, isOk: true })),
  );
});

test('counts waiting and running tasks until they finish', async () => {
  await setLatency(0);
  const readQueue = async () =>
    (await readApiStatus()).queues.find(({ name }) => name === 'makeWithStability');
  const artist = await signIn(newEmail());
  const prompt = makePrompt('held for a while');
  await addFaults({ provider: 'stability', match: { promptIncludes: prompt }, fault: { kind: 'hold' } });
  const id = await startBatch(artist, makeRequest('stability', { prompt, quantity: 12 }));
  // Ten run at once; the others wait.
  await expect.poll(readQueue, POLL).toMatchObject({
    label: 'Images with Stability',
    tasks: 12,
    oldestSeconds: expect.any(Number),
  });
  await clearFaults();
  await releaseCalls();
  await waitForBatch(artist, id);
  await expect.poll(readQueue, POLL).toMatchObject({ tasks: 0, oldestSeconds: null });
});

test('warns of models that retire within 90 days or already have [P2.45]', async () => {
  await models.set({
    models: {
      grok: { retiresOn: dayIn(30) },
      'sd3.5-large': { retiresOn: dayIn(-1) },
      'sd3.5-large-turbo': { retiresOn: dayIn(200) },
    },
  });
  await expect
    .poll(async () => (await readApiStatus()).retirements, POLL)
    .toEqual([
      {
        model: 'sd3.5-large',
        provider: 'stability',
        upstreamModel: 'sd3.5-large',
        retiresOn: dayIn(-1),
        isRetired: true,
      },
      {
        model: 'grok',
        provider: 'xai',
        upstreamModel: 'grok-imagine-image',
        retiresOn: dayIn(30),
        isRetired: false,
      },
    ]);
  await models.delete();
  await expect
    .poll(async () => (await readApiStatus()).retirements, { ...POLL, timeout: 3 * MODELS_LIVE_MS })
    .toEqual([]);
});
