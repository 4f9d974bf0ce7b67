import { afterEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { readApiStatus } from '../support/api-status.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { addFaults, clearFaults, releaseCalls, setLatency } from '../support/sandbox.ts';

afterEach(async () => {
  await clearFaults();
  await releaseCalls();
});

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
  await expect.poll(readQueue).toMatchObject({
    label: 'Images with Stability',
    tasks: 12,
    oldestSeconds: expect.any(Number),
  });
  await clearFaults();
  await releaseCalls();
  await waitForBatch(artist, id);
  await expect.poll(readQueue).toMatchObject({ tasks: 0, oldestSeconds: null });
});
