import { generatorCalls } from '@portal/contracts/image-generator';
import { afterEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { fetchFile } from '../support/api-files.ts';
import { callApi } from '../support/api.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { addressOf } from '../support/picture-tools.ts';
import { addFaults, clearFaults, control, releaseCalls, setLatency } from '../support/sandbox.ts';

/** More than the Functions emulator runs by default. */
const DOWNLOADS = 55;

afterEach(async () => {
  await clearFaults();
  await releaseCalls();
});

test('answers while many downloads wait for the media service', async () => {
  await setLatency(0);
  const as = await signIn(newEmail());
  const id = await startBatch(as, makeRequest('xai'));
  await waitForBatch(as, id);
  await addFaults({ provider: 'cloudinary', match: { operation: 'delivery' }, fault: { kind: 'hold' } });
  const image = addressOf(generatorCalls.image, id);
  const downloads = Promise.all(Array.from({ length: DOWNLOADS }, () => fetchFile(as, image)));
  await expect.poll(() => control('GET', 'held')).toMatchObject({ held: DOWNLOADS });
  expect(await callApi('GET', '/api/health')).toMatchObject({ status: 200 });
  await clearFaults();
  await releaseCalls();
  for (const { status } of await downloads) expect(status).toBe(200);
});
