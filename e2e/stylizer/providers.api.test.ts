import { getGeminiStats } from '@portal/contracts/image-generator';
import { listPresets, StylizerBatchSchema, stylizerCalls } from '@portal/contracts/stylizer';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { waitForIdle, watchBatches } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { setTool } from '../support/tool-cases.ts';
import { startWith, stylizer } from '../support/picture-tools.ts';
import { digestOf, drawPicture } from '../support/pictures.ts';
import { addFaults, clearFaults, countCalls, setLatency } from '../support/sandbox.ts';
import { sendForm } from '../support/send-pictures.ts';
import { readSpent } from '../support/spend-documents.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

const { waitForBatch } = watchBatches(stylizerCalls.list.path, StylizerBatchSchema);
const budget = firestore.doc('settings/budget');

let artist: Account;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});
// Costs of other tests would count in the month.
beforeEach(waitForIdle);
afterEach(clearFaults);
afterAll(async () => {
  await setUsed(0);
  await setTool('stylizerProvider', 'openai');
});

const makePictures = async (count: number) => {
  const bytes = await drawPicture();
  return Array.from({ length: count }, (_, index) => ({ name: `${index}.png`, bytes }));
};

async function readPrice(): Promise<number> {
  const { presets } = listPresets.response.parse(
    (await callApi('GET', listPresets.path, { as: artist })).body,
  );
  return presets[0]?.price ?? 0;
}

test('rejects a batch when the budget is used up', async () => {
  await budget.set({ monthlyDollars: await readSpent() });
  await waitForCaches();
  const pictures = await makePictures(2);
  const answer = await sendForm(artist, stylizer.startPath, pictures, stylizer.fields);
  // The server picks this up while the next test changes the provider.
  await budget.delete();
  expect(answer).toMatchObject({
    status: 409,
    body: {
      error: expect.stringMatching(/^The studio's budget of \$\d+\.\d\d for this month is used up\./),
    },
  });
  expect(await countCalls(digestOf(pictures[0]?.bytes ?? Buffer.alloc(0)))).toEqual({
    received: 0,
    paid: 0,
  });
});

const setUsed = (used: number) =>
  firestore.doc(`allowances/google~${new Date().toISOString().slice(0, 10)}`).set({ used });
const readUsed = async () => {
  const { body } = await callApi('GET', '/api/image-generator/gemini-stats', { as: artist });
  return getGeminiStats.response.parse(body).stats.used;
};

test("takes from Google's daily allowance, and returns rejected images to it [D-providers.10]", async () => {
  await setTool('stylizerProvider', 'google');
  await setUsed(10);
  const pictures = [...(await makePictures(2)), ...(await makePictures(1))];
  const refused = pictures[2]?.bytes ?? Buffer.alloc(0);
  await addFaults({
    provider: 'google',
    match: { promptIncludes: digestOf(refused) },
    fault: { kind: 'refusal' },
  });
  const price = await readPrice();
  const id = await startWith(stylizer, artist, pictures);
  expect(await readUsed()).toBeGreaterThanOrEqual(12);
  const batch = await waitForBatch(artist, id);
  expect(batch).toMatchObject({ completedCount: 2, failedCount: 1 });
  expect(batch.estimate).toBeCloseTo(3 * price, 6);
  expect(batch.cost).toBeGreaterThan(0);
  expect(await countCalls(digestOf(pictures[0]?.bytes ?? Buffer.alloc(0)))).toEqual({
    received: 2,
    paid: 2,
  });
  await expect.poll(readUsed).toBe(12);
});
