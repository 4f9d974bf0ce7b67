import { generateImages } from '@portal/contracts/image-generator';
import { getSpendRoom } from '@portal/contracts/spend';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { readItems } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { makePrompt, makeRequest, startBatch, waitForBatch, waitForBatches } from '../support/generator.ts';
import { chargedJobs } from '../support/jobs.ts';
import { limitPerson, readRoom, waitForLimits } from '../support/limits.ts';
import { addFaults, clearFaults, countCalls, releaseCalls, setLatency } from '../support/sandbox.ts';
import { resetSettings, saveSettings, readStudioSettings } from '../support/settings.ts';
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

const hold = (provider: 'stability' | 'google', prompt: string) =>
  addFaults({ provider, match: { promptIncludes: prompt }, fault: { kind: 'hold' } });

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

  await limitPerson(artist, 3 * PRICE);
  expect(await start(1)).toMatchObject({
    status: 409,
    body: { error: 'Your monthly limit of $0.10 is used up. Ask an admin to raise it.' },
  });
  await limitPerson(artist, undefined);
  expect((await readRoom(artist)).person).toBeNull();
  expect((await start(1)).status).toBe(202);
});

test('fails items that a limit does not cover with the reason, and pays for the others', async () => {
  const [artist, other] = [await signIn(newEmail()), await signIn(newEmail())];
  const prompt = makePrompt('more than one person may spend');
  await limitPerson(artist, 3.5 * PRICE);
  await hold('stability', prompt);
  const request = makeRequest('stability', { prompt, quantity: 3 });
  const ids = await Promise.all([1, 2, 3].map(() => startBatch(artist, request)));
  const unlimited = await startBatch(other, request);
  await clearFaults();
  await releaseCalls();
  const batches = await waitForBatches(artist, ids);
  const sum = (field: 'completedCount' | 'failedCount') =>
    batches.reduce((total, batch) => total + batch[field], 0);
  expect([sum('completedCount'), sum('failedCount')]).toEqual([3, 6]);
  for (const { reason } of batches.flatMap(({ failures }) => failures)) {
    expect(reason).toBe('Your monthly limit of $0.12 is used up. Ask an admin to raise it.');
  }
  expect(await waitForBatch(other, unlimited)).toMatchObject({ completedCount: 3 });
  expect((await countCalls(prompt)).paid).toBe(6);
  expect(await readSpent(artist)).toBeCloseTo(3 * PRICE, 6);
  expect(await readReserved(artist)).toBe(0);
});

test('gives back exactly what a cancelled batch has reserved', async () => {
  const artist = await signIn(newEmail());
  await limitPerson(artist, 1);
  const prompt = makePrompt('cancelled within a limit');
  await hold('google', prompt);
  const id = await startBatch(artist, makeRequest('google', { prompt, quantity: 5 }));
  const countCalling = async () => (await readItems(id)).filter(({ state }) => state === 'calling').length;
  await expect.poll(countCalling, { timeout: 20_000, interval: 100 }).toBe(5);
  const reserved = await readReserved(artist);
  expect((await readRoom(artist)).person).toEqual({ limit: 1, spent: 0, reserved });
  const cancelled = await callApi('POST', `/api/image-generator/batches/${id}/cancel`, { as: artist });
  expect(cancelled.status).toBeLessThan(300);
  // The calls that are out may end, and cost less than they have reserved.
  await clearFaults();
  await releaseCalls();
  const batch = await waitForBatch(artist, id);
  expect((await readRoom(artist)).person).toEqual({ limit: 1, spent: batch.cost, reserved: 0 });
  expect(batch.cost).toBeLessThan(reserved);
  expect(batch.cost).toBeGreaterThan(0);
});

test('never lets workers of all tools at once pass a person’s limit', async () => {
  const artist = await signIn(newEmail());
  const LIMIT = 0.5;
  const prepared = [];
  for (const job of chargedJobs.slice(0, 5))
    prepared.push(await job.prepare(`within a limit: ${job.name}`, 3));
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
  await expect.poll(isIdle, { timeout: 120_000, interval: 200 }).toBe(true);
  expect(over).toEqual([]);
  expect(await readReserved(artist)).toBe(0);
  expect(await readSpent(artist)).toBeGreaterThan(LIMIT - 0.3);
});

test('applies the default limit, and rejects a save of an outdated version', async () => {
  const artist = await signIn(newEmail());
  const { limits: before } = await readStudioSettings();
  const saved = await saveSettings('limits', {
    settings: { everyone: 20, people: before.settings?.people ?? {} },
    version: before.version,
  });
  expect(saved.status).toBe(200);
  await waitForLimits();
  expect((await readRoom(artist)).person).toEqual({ limit: 20, spent: 0, reserved: 0 });
  const { version } = (await readStudioSettings()).limits;
  await limitPerson(artist, 5);
  expect((await readRoom(artist)).person).toMatchObject({ limit: 5 });
  expect(await saveSettings('limits', { settings: null, version })).toMatchObject({ status: 409 });
});

test('shows staff what is left of the studio’s budget, but not how much it is', async () => {
  const artist = await signIn(newEmail());
  await limits.delete();
  await waitForLimits();
  const budget = firestore.doc('settings/budget');
  const spent = await readSpent();
  await budget.set({ monthlyDollars: Math.ceil(spent) + 100 });
  const room = await readRoom(artist);
  await budget.delete();
  expect(room).toEqual({
    month: new Date().toISOString().slice(0, 7),
    person: null,
    studio: { left: expect.closeTo(Math.ceil(spent) + 100 - spent, 5), reserved: expect.any(Number) },
  });
  expect(await readRoom(artist)).toMatchObject({ person: null, studio: null });
  expect((await callApi('GET', getSpendRoom.path)).status).toBe(401);
});
