import { generateImages } from '@portal/contracts/image-generator';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { chargedCases } from '../support/tool-cases.ts';
import { limitPerson, readRoom, waitForLimits } from '../support/limits.ts';
import { clearFaults, countCalls, releaseCalls, setLatency } from '../support/sandbox.ts';
import { resetSettings } from '../support/settings.ts';
import { readReserved, readSpent } from '../support/spend-documents.ts';

const PRICE = 0.035;
const limits = firestore.doc('settings/limits');

beforeEach(() => setLatency(0));
afterEach(async () => {
  await clearFaults();
  await releaseCalls();
});
afterAll(async () => {
  await limits.delete();
  await resetSettings();
  await waitForLimits();
});

test('refuses a batch above the limit, and ignores the spend of other people', async () => {
  const [artist, other] = [await signIn(newEmail()), await signIn(newEmail())];
  await limitPerson(artist, 4 * PRICE);
  const start = (quantity: number, as = artist) =>
    callApi('POST', generateImages.path, {
      as,
      body: makeRequest('stability', { prompt: makePrompt('within a limit'), quantity }),
    });
  expect(await start(5)).toMatchObject({
    status: 409,
    body: {
      error: expect.stringMatching(
        /^This batch needs up to \$0\.18, and \$0\.14 is left of your monthly limit\./,
      ),
    },
  });
  const id = await startBatch(
    artist,
    makeRequest('stability', { prompt: makePrompt('three of four'), quantity: 3 }),
  );
  await waitForBatch(artist, id);
  expect((await readRoom(artist)).person).toEqual({ limit: 0.14, spent: 0.105, reserved: 0 });
  const prompt = makePrompt('one too many');
  expect(
    await callApi('POST', generateImages.path, {
      as: artist,
      body: makeRequest('stability', { prompt, quantity: 2 }),
    }),
  ).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await countCalls(prompt)).received).toBe(0);
  expect((await start(2, other)).status).toBe(202);
});

test('never lets workers of all tools at once pass a person’s limit', async () => {
  const artist = await signIn(newEmail());
  const LIMIT = 0.5;
  const prepared = [];
  for (const toolCase of chargedCases.slice(0, 5))
    prepared.push(await toolCase.prepare(`within a limit: ${toolCase.name}`, 3));
  await limitPerson(artist, LIMIT);
  await setLatency(1500);
  await Promise.all(prepared.map(({ start }) => start(artist).catch(() => undefined)));
  await setLatency(100);
  const over: number[] = [];
  const isIdle = async () => {
    const taken = (await readSpent(artist)) + (await readReserved(artist));
    if (taken > LIMIT + 1e-9) over.push(taken);
    const open = await firestore.collection('batches').where('endedAt', '==', null).get();
    return open.docs.every((batch) => batch.get('owner') !== artist.uid);
  };
  await expect.poll(isIdle).toBe(true);
  expect(over).toEqual([]);
  expect(await readReserved(artist)).toBe(0);
  expect(await readSpent(artist)).toBeGreaterThan(LIMIT - 0.3);
});
