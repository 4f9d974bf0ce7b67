import { listFailedWork, retryFailedWork, type FailedWork } from '@portal/contracts/failed-work';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, signInAdmin } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { deliverAgain, readItems } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { addFaults, clearFaults, countCalls, setLatency } from '../support/sandbox.ts';

const QUEUE = 'makeWithXai';
/** As often as Cloud Tasks would have delivered the task in vain. */
const RETRIES = 8;

beforeEach(() => setLatency(0));
afterEach(clearFaults);

async function findWork(id: string): Promise<FailedWork[]> {
  const { body } = await callApi('GET', listFailedWork.path, { as: await signInAdmin() });
  return listFailedWork.response.parse(body).entries.filter(({ batchId }) => batchId === id);
}

const retry = async (id: string) =>
  callApi('POST', retryFailedWork.path.replace('{id}', id), { as: await signInAdmin(), body: {} });

test('lists a paid image that is not stored, and stores it without a new call', async () => {
  const artist = await signIn(newEmail());
  const prompt = makePrompt('refused by the storage');
  await addFaults({
    provider: 'cloudinary',
    match: { operation: 'upload', promptIncludes: '/image-generator/' },
    fault: { kind: 'server-error', status: 503 },
  });
  const id = await startBatch(artist, makeRequest('xai', { prompt }));
  const deliverUntilListed = async () => {
    await deliverAgain(QUEUE, id, 0, { waits: 5 });
    return findWork(id);
  };
  await expect.poll(deliverUntilListed, { interval: 1000 }).toMatchObject([{ kind: 'not-stored' }]);
  await clearFaults();
  // It pauses for half a minute by now.
  expect((await retry(`${id}~not-stored`)).status).toBe(200);
  expect(await waitForBatch(artist, id)).toMatchObject({ completedCount: 1 });
  expect(await countCalls(prompt)).toEqual({ received: 1, paid: 1 });
  expect(await findWork(id)).toEqual([]);
});

test('a batch whose files cannot be deleted is listed until it is removed', async () => {
  const artist = await signIn(newEmail());
  const id = await startBatch(artist, makeRequest('xai', { prompt: makePrompt('stays'), quantity: 1 }));
  await waitForBatch(artist, id);
  await addFaults({ provider: 'cloudinary', match: { operation: 'admin' }, fault: { kind: 'server-error' } });
  await callApi('DELETE', `/api/image-generator/batches/${id}`, { as: artist });
  await deliverAgain('removeBatchFiles', id, 0, { retries: RETRIES });
  expect(await findWork(id)).toMatchObject([{ kind: 'not-deleted', ownerEmail: artist.email }]);
  // While it still fails: its own task is tried again by Cloud Tasks, and may be done before this request.
  expect((await retry(`${id}~not-deleted`)).status).toBe(200);
  await clearFaults();
  await expect.poll(async () => (await firestore.doc(`batches/${id}`).get()).exists).toBe(false);
  expect(await readItems(id)).toEqual([]);
  expect((await firestore.doc(`failedWork/${id}~not-deleted`).get()).exists).toBe(false);
});
