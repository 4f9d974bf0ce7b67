import { getGeminiStats } from '@portal/contracts/image-generator';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { readItems, waitForIdle } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { makePrompt } from '../support/generator.ts';
import { resetTools, setTool } from '../support/jobs.ts';
import {
  changeJob,
  makeJob,
  makeLane,
  postJob,
  readJob,
  readStarted,
  startJob,
  waitForJob,
} from '../support/pipelines.ts';
import { addFaults, clearFaults, countCalls, releaseCalls, setLatency } from '../support/sandbox.ts';
import { readSpent } from '../support/spend-documents.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

const STAGES = { upscale: { scale: 2 }, stylizer: { preset: 'synthwave' }, keywords: {} };
const budget = firestore.doc('settings/budget');

let artist: Account;
beforeEach(async () => {
  await setLatency(0);
  await waitForIdle();
  await setTool('upscaleEngine', 'cloudinary');
  artist = await signIn(newEmail());
});
afterEach(async () => {
  await budget.delete();
  await clearFaults();
  await releaseCalls();
});
afterAll(resetTools);

const makePrompts = (count: number) =>
  Array.from({ length: count }, (_, index) => makePrompt(`a fox in a job, ${index}`));

async function readAllowance(): Promise<number> {
  const { body } = await callApi('GET', '/api/image-generator/gemini-stats', { as: artist });
  return getGeminiStats.response.parse(body).stats.used;
}

test('two lanes make, enlarge, restyle and describe the same prompts', async () => {
  const prompts = makePrompts(2);
  const spentBefore = await readSpent(artist);
  const job = makeJob(prompts, { lanes: [makeLane('xai'), makeLane('stability')], stages: STAGES });
  const id = await startJob(artist, { ...job, name: 'Foxes', agency: 'adobe-stock' });
  const ended = await waitForJob(artist, id);
  expect(ended).toMatchObject({ state: 'ended', total: 4, promptCount: 2, agency: 'adobe-stock' });
  expect(ended.batches.map(({ lane, tool, doneCount }) => `${lane} ${tool} ${doneCount}`)).toEqual(
    [0, 1].flatMap((lane) =>
      ['image-generator', 'upscale', 'stylizer', 'keyword-generator'].map((tool) => `${lane} ${tool} 2`),
    ),
  );
  for (const prompt of prompts) expect(await countCalls(prompt)).toEqual({ received: 2, paid: 2 });
  expect(ended.cost).toBeCloseTo((await readSpent(artist)) - spentBefore, 4);
  // Each picture is asked for with its own prompt, and says so.
  const { body } = await callApi('GET', '/api/image-generator/batches', { as: artist });
  expect(body).toMatchObject({ batches: [{ prompts }, { prompts }] });
  const zip = await callApi('GET', '/api/pipelines', { as: artist });
  expect(zip.body).toMatchObject({ pipelines: [{ id, state: 'ended' }] });
  const etag = zip.headers.get('etag') ?? '';
  const again = await callApi('GET', '/api/pipelines', { as: artist, headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});

test('a failed picture ends its chain with the reason; a retry resumes at that stage', async () => {
  const [failing = '', fine = ''] = makePrompts(2);
  await addFaults({
    provider: 'xai',
    match: { promptIncludes: failing },
    fault: { kind: 'server-error' },
  });
  const id = await startJob(artist, makeJob([failing, fine], { stages: STAGES }));
  const ended = await waitForJob(artist, id);
  expect(
    ended.batches.map(({ doneCount, failedCount, cancelledCount }) => [
      doneCount,
      failedCount,
      cancelledCount,
    ]),
  ).toEqual([
    [1, 1, 0],
    [1, 0, 1],
    [1, 0, 1],
    [1, 0, 1],
  ]);
  const { body } = await callApi('GET', '/api/keyword-generator/batches', { as: artist });
  expect(body).toMatchObject({
    batches: [
      { cancellations: [{ index: 0, reason: expect.stringMatching(/^The picture was not made: /) }] },
    ],
  });
  await clearFaults();
  const retry = await changeJob(artist, id, 'retry', {});
  expect(await changeJob(artist, id, 'retry', {})).toMatchObject({ body: retry.body });
  const retried = await waitForJob(artist, readStarted(retry.body));
  expect(retried.batches.map(({ total, doneCount }) => `${doneCount} of ${total}`)).toEqual(
    Array(4).fill('1 of 1'),
  );
  expect(await countCalls(fine)).toEqual({ received: 1, paid: 1 });
  expect((await countCalls(failing)).paid).toBe(1);
});

test('a cancel ends all stages and returns budget and allowance exactly', async () => {
  const prompts = makePrompts(3);
  const [before, spentBefore] = [await readAllowance(), await readSpent(artist)];
  await addFaults({
    provider: 'google',
    match: { promptIncludes: 'a fox in a job' },
    fault: { kind: 'hold' },
  });
  const job = makeJob(prompts, { lanes: [makeLane('google'), makeLane('google')], stages: STAGES });
  const id = await startJob(artist, job);
  expect(await readAllowance()).toBe(before + 6);
  const cancelled = await changeJob(artist, id, 'cancel');
  expect(cancelled.body).toMatchObject({ state: 'cancelled' });
  await clearFaults();
  await releaseCalls();
  const ended = await waitForJob(artist, id);
  const made = ended.batches.reduce(
    (sum, { tool, doneCount }) => sum + (tool === 'image-generator' ? doneCount : 0),
    0,
  );
  expect(await readAllowance()).toBe(before + made);
  expect(ended.cost).toBeCloseTo((await readSpent(artist)) - spentBefore, 4);
  for (const { tool, cancelledCount } of ended.batches) {
    if (tool !== 'image-generator') expect(cancelledCount).toBe(3);
  }
});

test('refuses what budget or allowance do not cover, before anything is paid', async () => {
  const prompts = makePrompts(3);
  const lanes = [makeLane('google'), makeLane('xai')];
  await budget.set({ monthlyDollars: (await readSpent()) + 0.2 });
  await waitForCaches();
  const { status, body } = await postJob(artist, makeJob(prompts, { lanes, stages: STAGES }));
  expect({ status, body }).toMatchObject({ status: 409, body: { code: 'conflict' } });
  await budget.delete();
  await waitForCaches();
  const day = firestore.doc(`allowances/google~${new Date().toISOString().slice(0, 10)}`);
  const used = Number((await day.get()).get('used') ?? 0);
  await day.set({ used: 499 });
  expect(await postJob(artist, makeJob(prompts, { lanes }))).toMatchObject({ status: 429 });
  expect(await readAllowance()).toBe(499);
  await day.set({ used });
  for (const prompt of prompts) expect(await countCalls(prompt)).toEqual({ received: 0, paid: 0 });
  expect((await callApi('GET', '/api/pipelines', { as: artist })).body).toEqual({ pipelines: [] });
});

test('chosen pictures go on, the others end', async () => {
  const id = await startJob(artist, makeJob(makePrompts(3), { isChosenByHand: true }));
  const choosing = await waitForJob(artist, id, ({ state }) => state === 'choosing');
  const batchId = choosing.batches[0]?.batchId ?? '';
  expect(choosing.batches[1]?.waitingCount).toBe(3);
  const answer = await changeJob(artist, id, 'choose', { pictures: [{ batchId, index: 2 }] });
  expect(answer.status).toBe(200);
  const { batches } = await waitForJob(artist, id);
  expect(batches[1]).toMatchObject({ doneCount: 1, cancelledCount: 2 });
});

test('starts at its time, once, and a double click starts one job', async () => {
  const [prompt = ''] = makePrompts(1);
  const startAt = new Date(Date.now() + 8000).toISOString();
  const job = makeJob([prompt], { startAt, stages: {} });
  const headers = { 'idempotency-key': `key-${Date.now()}` };
  const answers = await Promise.all([postJob(artist, job, headers), postJob(artist, job, headers)]);
  const ids = answers.map(({ body }) => readStarted(body));
  expect(new Set(ids).size).toBe(1);
  const [id = ''] = ids;
  expect(await readJob(artist, id)).toMatchObject({ state: 'scheduled', batches: [] });
  const ended = await waitForJob(artist, id);
  expect(Date.parse(ended.batches[0]?.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(startAt) - 2000);
  expect(await countCalls(prompt)).toEqual({ received: 1, paid: 1 });
});

test("another person's job answers 404, and a deleted one is removed with its batches", async () => {
  const id = await startJob(artist, makeJob(makePrompts(2)));
  const other = await signIn(newEmail());
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/cancel'],
    ['DELETE', ''],
  ] as const) {
    expect((await callApi(method, `/api/pipelines/${id}${path}`, { as: other })).status).toBe(404);
  }
  const { batches } = await waitForJob(artist, id);
  expect((await callApi('DELETE', `/api/pipelines/${id}`, { as: artist })).status).toBe(200);
  expect((await callApi('GET', `/api/pipelines/${id}`, { as: artist })).status).toBe(404);
  for (const { batchId } of batches) {
    await expect
      .poll(async () => (await firestore.doc(`batches/${batchId}`).get()).exists, { timeout: 30_000 })
      .toBe(false);
    expect(await readItems(batchId)).toEqual([]);
  }
});
