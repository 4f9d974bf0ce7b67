import { Timestamp } from '@google-cloud/firestore';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { readItems, waitForIdle } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { listBatches, makeRequest, startBatch, waitForBatch, waitForBatches } from '../support/generator.ts';
import { addFaults, clearFaults, countCalls, releaseCalls, setLatency } from '../support/sandbox.ts';
import { BATCHES, downloadOf, fetchFile, newPrompt, pathOf } from '../support/api-files.ts';
import { listAssets } from '../support/media-service.ts';
import { readSpendOf } from '../support/spend.ts';
import { runSweep } from '../support/storage-cleanup.ts';

let artist: Account;
beforeEach(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});
afterEach(async () => {
  await clearFaults();
  await releaseCalls();
});

/** Everything that is stored of a batch. */
async function countLeftovers(id: string): Promise<Record<string, number>> {
  const batch = firestore.doc(`batches/${id}`);
  const [record, items, progress, archive, assets] = await Promise.all([
    batch.get(),
    batch.collection('items').count().get(),
    batch.collection('progress').count().get(),
    firestore.doc(`archives/${id}`).get(),
    listAssets(id),
  ]);
  return {
    records: Number(record.exists),
    items: items.data().count,
    progress: progress.data().count,
    archives: Number(archive.exists),
    assets: assets.length,
  };
}
const NOTHING = { records: 0, items: 0, progress: 0, archives: 0, assets: 0 };

test('hides a deleted batch at once, and removes its files soon after [T7.1.6, D-media.1]', async () => {
  const id = await startBatch(artist, makeRequest('xai', { quantity: 2 }));
  const kept = await startBatch(artist, makeRequest('xai'));
  const [batch] = await waitForBatches(artist, [id, kept]);
  expect(await countLeftovers(id)).toMatchObject({ records: 1, items: 2, assets: 2 });
  const webUrl = batch?.generatedImages[0] ?? '';
  expect((await fetchFile(artist, webUrl)).status).toBe(200);

  const answer = await callApi('DELETE', pathOf(id), { as: artist });
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: undefined });
  expect((await listBatches(artist)).map((left) => left.id)).toEqual([kept]);
  for (const path of [webUrl, `${webUrl}/thumbnail`, `${pathOf(id)}/images`, downloadOf(id)]) {
    expect({ path, status: (await callApi('GET', path, { as: artist })).status }).toEqual({
      path,
      status: 404,
    });
  }
  expect(await callApi('DELETE', pathOf(id), { as: artist })).toMatchObject({ status: 404 });
  await expect.poll(() => countLeftovers(id)).toEqual(NOTHING);
  expect(await countLeftovers(kept)).toMatchObject({ records: 1, items: 1, assets: 1 });
});

const googleAllowance = () => firestore.doc(`allowances/google~${new Date().toISOString().slice(0, 10)}`);

/** Deletes a batch with ten calls held and two items waiting. */
async function deleteInFlight(prompt: string) {
  await addFaults({ provider: 'google', match: { promptIncludes: prompt }, fault: { kind: 'hold' } });
  await waitForIdle();
  await googleAllowance().set({ used: 0 });
  const id = await startBatch(artist, makeRequest('google', { prompt, quantity: 12 }));
  await expect.poll(async () => (await countCalls(prompt)).received).toBe(10);
  const reserved = Math.max(...(await readItems(id)).map((item) => Number(item.reserved))) / 1e6;
  expect((await callApi('DELETE', pathOf(id), { as: artist })).status).toBe(204);
  await clearFaults();
  return { id, reserved };
}

/** The real cost of a call, which differs from its reserve. */
async function measureCost(): Promise<number> {
  const other = await signIn(newEmail());
  return (await waitForBatch(other, await startBatch(other, makeRequest('google')))).cost;
}

/** As if the workers had been lost for longer than their leases. */
const expireLeases = async (id: string) => {
  const items = await firestore.collection(`batches/${id}/items`).where('state', '==', 'calling').get();
  await Promise.all(
    items.docs.map(({ ref }) => ref.update({ wakeAt: Timestamp.fromMillis(Date.now() - 1000) })),
  );
};

test('after a delete, settles the cost of calls that succeed', async () => {
  const cost = await measureCost();
  const prompt = newPrompt('deleted, and settled');
  const { id } = await deleteInFlight(prompt);
  await releaseCalls();
  await expect.poll(() => countLeftovers(id)).toEqual(NOTHING);
  expect(await countCalls(prompt)).toEqual({ received: 10, paid: 10 });
  expect(await readSpendOf(artist)).toBeCloseTo(10 * cost, 5);
  expect((await googleAllowance().get()).get('used')).toBe(10);
});

test('after a delete, settles the calls of a killed worker as uncertain', async () => {
  const prompt = newPrompt('deleted, and its worker killed');
  const { id, reserved } = await deleteInFlight(prompt);
  const workers = new Set(
    (await readItems(id)).flatMap(({ worker }) => (worker === null ? [] : Number.parseInt(worker, 10))),
  );
  for (const worker of workers) process.kill(worker, 'SIGKILL');
  await expireLeases(id);
  await releaseCalls();
  await runSweep();
  await expect.poll(() => countLeftovers(id)).toEqual(NOTHING);
  await expect.poll(() => countCalls(prompt)).toEqual({ received: 10, paid: 10 });
  expect(await readSpendOf(artist)).toBeCloseTo(10 * reserved, 5);
  expect((await googleAllowance().get()).get('used')).toBe(10);
});

test('clears all of the caller’s batches, running or not [T7.1.3]', async () => {
  const ids = await Promise.all([
    startBatch(artist, makeRequest('xai', { quantity: 2 })),
    startBatch(artist, makeRequest('stability')),
  ]);
  await waitForBatches(artist, ids);
  const running = await startBatch(artist, makeRequest('stability', { quantity: 12 }));
  const answer = await callApi('DELETE', BATCHES, { as: artist });
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: undefined });
  expect(await listBatches(artist)).toEqual([]);
  for (const id of [...ids, running]) await expect.poll(() => countLeftovers(id)).toEqual(NOTHING);
  expect((await callApi('DELETE', BATCHES, { as: artist })).status).toBe(204);
});
