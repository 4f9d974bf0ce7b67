import { ApiErrorSchema } from '@portal/contracts/api-error';
import { getGeminiStats, type GeminiStats } from '@portal/contracts/image-generator';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';
import { listBatches, makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { addFaults, clearFaults, countCalls, releaseCalls, setLatency } from '../support/sandbox.ts';
import { GENERATOR, newPrompt, pathOf } from '../support/api-files.ts';

const LIMIT = 500;
const DAY_SECONDS = 86_400;

let artist: Account;
beforeEach(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
});
afterEach(async () => {
  await clearFaults();
  await releaseCalls();
});
afterAll(() => setUsed(0));

/** The date is read once per run, so a run across midnight may fail. */
const setUsed = (used: number) =>
  firestore.doc(`allowances/google~${new Date().toISOString().slice(0, 10)}`).set({ used });

async function readStats(): Promise<GeminiStats> {
  const { status, body } = await callApi('GET', `${GENERATOR}/gemini-stats`, { as: artist });
  expect(status).toBe(200);
  return getGeminiStats.response.parse(body).stats;
}
const readUsed = async () => (await readStats()).used;

const generate = (overrides: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  callApi('POST', `${GENERATOR}/generate`, { as: artist, body: makeRequest('google', overrides), headers });

async function refusesForToday(quantity: number, error: string): Promise<void> {
  const before = Date.now();
  const answer = await generate({ quantity });
  expect({ status: answer.status, ...ApiErrorSchema.parse(answer.body) }).toMatchObject({
    status: 429,
    code: 'rate-limited',
    error,
  });
  const seconds = Number(answer.headers.get('retry-after'));
  const untilMidnight = DAY_SECONDS - ((before / 1000) % DAY_SECONDS);
  expect(Math.abs(seconds - untilMidnight)).toBeLessThan(30);
}

test('the stats show what is used today, what remains and when it resets [T3.4.3, T7.1.9, D-providers.8, D-providers.9]', async () => {
  await setUsed(120);
  const { status, body } = await callApi('GET', `${GENERATOR}/gemini-stats`, { as: artist });
  const today = new Date().toISOString().slice(0, 10);
  const midnight = new Date(Date.parse(today) + DAY_SECONDS * 1000).toISOString();
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      stats: {
        date: today,
        limit: LIMIT,
        used: 120,
        remaining: LIMIT - 120,
        limitReached: false,
        resetsAt: midnight,
      },
    },
  });
  await setUsed(LIMIT);
  expect(await readStats()).toMatchObject({ used: LIMIT, remaining: 0, limitReached: true });
  await setUsed(LIMIT + 7);
  expect(await readStats()).toMatchObject({ remaining: 0, limitReached: true });
});

test('reserves the quantity at once, and releases what was refused [D-providers.10]', async () => {
  await setUsed(10);
  const prompt = newPrompt('one refused');
  await addFaults({
    provider: 'google',
    match: { promptIncludes: prompt },
    times: 1,
    fault: { kind: 'refusal' },
  });
  // No answer may come before it is read.
  await setLatency(2000);
  const id = await startBatch(artist, makeRequest('google', { prompt, quantity: 3 }));
  const reserved = await readUsed();
  await setLatency(0);
  expect(await waitForBatch(artist, id)).toMatchObject({ completedCount: 2, failedCount: 1 });
  expect(reserved).toBe(13);
  expect(await readUsed()).toBe(12);
});

test('releases what a cancelled batch has not used [D-providers.10]', async () => {
  await setUsed(0);
  const prompt = newPrompt('cancelled');
  await addFaults({ provider: 'google', match: { promptIncludes: prompt }, fault: { kind: 'hold' } });
  const id = await startBatch(artist, makeRequest('google', { prompt, quantity: 14 }));
  await expect.poll(async () => (await countCalls(prompt)).received).toBe(10);
  await callApi('POST', `${pathOf(id)}/cancel`, { as: artist });
  await clearFaults();
  await releaseCalls();
  expect(await waitForBatch(artist, id)).toMatchObject({ completedCount: 10, cancelledCount: 4 });
  expect(await readUsed()).toBe(10);
});

test('rejects a batch over the limit until midnight, but not those of other models [D-providers.10]', async () => {
  await setUsed(LIMIT - 1);
  await refusesForToday(2, "Only 1 of today's Gemini images are left. Ask for fewer.");
  expect(await readUsed()).toBe(LIMIT - 1);
  expect(await listBatches(artist)).toEqual([]);
  expect((await generate()).status).toBe(202);
  expect(await readStats()).toMatchObject({ used: LIMIT, limitReached: true });
  await refusesForToday(1, "Today's Gemini images are used up. There are new ones after midnight UTC.");
  await startBatch(artist, makeRequest('xai'));
  expect(await listBatches(artist)).toHaveLength(2);
});

test('admits concurrent batches up to the limit, and counts repeated requests once', async () => {
  await setUsed(LIMIT - 4);
  const request = { quantity: 2, prompt: newPrompt('at once') };
  const answers = await Promise.all(Array.from({ length: 5 }, () => generate(request)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  expect(await readUsed()).toBe(LIMIT);

  await setUsed(0);
  const key = { 'idempotency-key': newPrompt('key') };
  const repeated = await Promise.all(Array.from({ length: 3 }, () => generate(request, key)));
  expect(repeated.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(await readUsed()).toBe(2);
});
