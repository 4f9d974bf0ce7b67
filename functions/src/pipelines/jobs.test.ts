import { Firestore } from 'firebase-admin/firestore';
import { expect, it, vi } from 'vitest';
import { countOpenBatches, readBatch, readItem } from '../batches/store/batch-store.ts';
import { banReference, userReference } from '../identity/access-store.ts';
import { readGeminiStats } from '../providers/google-allowance.ts';
import { startFirestore } from '../providers/testing/start-firestore.ts';
import { toMicros } from '../spend/micros.ts';
import { readTotals, monthOf } from '../spend/spend-store.ts';
import { findTool } from '../tools.ts';
import { cancelScheduledOf, deletePipeline } from './cancel-pipeline.ts';
import { createPipeline } from './create-pipeline.ts';
import { pipelineReference, readPipeline } from './pipeline-store.ts';
import { startScheduled } from './start-scheduled.ts';
import { sweepPipelines } from './sweep-pipelines.ts';
import {
  DONE,
  inMinutes,
  LANES,
  makeRequest,
  minutesFromNow,
  startJobs,
  WRITTEN,
} from './testing/start-jobs.ts';
import { PipelineRequestSchema } from '@portal/contracts/pipelines';

const firestore = await startFirestore();
// Generous timeouts: CI machines are slow.
vi.setConfig({ testTimeout: 60_000 });

const FAILED = { state: 'failed', reason: 'It broke.' } as const;
const UNCERTAIN = { state: 'uncertain', reason: 'Connection lost.', cost: toMicros(0.07) } as const;
const countBatches = async () => (await firestore.collection('batches').count().get()).data().count;
const usedToday = async () => (await readGeminiStats(firestore)).used;

/** As if its time had come two minutes ago. */
const makeDue = (id: string) => pipelineReference(firestore, id).update({ startAt: minutesFromNow(-2) });

const createAs = (deps: Parameters<typeof createPipeline>[0], key: string, overrides: object = {}) =>
  createPipeline(deps, {
    owner: 'ada',
    defaultName: 'A job',
    request: PipelineRequestSchema.parse(makeRequest(overrides)),
    idempotencyKey: key,
  });

it('the same key starts one job, also twice at once', async () => {
  const { deps } = await startJobs(firestore);
  const ids = await Promise.all([createAs(deps, 'key'), createAs(deps, 'key')]);
  expect(new Set([...ids, await createAs(deps, 'key')]).size).toBe(1);
  expect(await countBatches()).toBe(3);
  await expect(createAs(deps, 'key', { name: 'Other' })).rejects.toMatchObject({ code: 'conflict' });
  await deletePipeline(deps, findTool, 'ada', ids[0]);
  await expect(createAs(deps, 'key')).rejects.toThrow('was deleted');
});

it('hides jobs of others, and those that were deleted', async () => {
  const { deps, call, start, read, idsOf } = await startJobs(firestore, ['ada', 'bo']);
  const id = await start();
  const [made = ''] = await idsOf(id);
  for (const [method, path, body] of [
    ['GET', ''],
    ['POST', '/cancel'],
    ['POST', '/retry', {}],
    ['POST', '/choose', { pictures: [] }],
    ['DELETE', ''],
  ] as const) {
    expect(await call(method, `/api/pipelines/${id}${path}`, 'bo', body)).toMatchObject({ status: 404 });
  }
  expect((await call('GET', '/api/pipelines', 'bo')).body).toEqual({ pipelines: [] });
  expect((await read(id)).state).toBe('running');
  await deletePipeline(deps, findTool, 'ada', id);
  expect(await call('GET', `/api/pipelines/${id}`, 'ada')).toMatchObject({ status: 404 });
  expect((await call('GET', '/api/pipelines', 'ada')).body).toEqual({ pipelines: [] });
  expect(await readBatch(firestore, made)).toMatchObject({ deletedAt: expect.anything() });
});

it('refuses a job that the budget does not cover in all stages', async () => {
  const { call, start } = await startJobs(firestore);
  vi.stubEnv('MONTHLY_BUDGET_USD', '0.145');
  const { status, body } = await call('POST', '/api/pipelines', 'ada', makeRequest());
  expect({ status, body }).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('This job') },
  });
  expect(await countBatches()).toBe(0);
  // Without keywords it fits, and a second lane does not.
  await start({ stages: {} });
  const lanes = [LANES.xai, LANES.xai];
  vi.stubEnv('MONTHLY_BUDGET_USD', '0.2');
  const two = await call('POST', '/api/pipelines', 'ada', makeRequest({ lanes, stages: {} }));
  expect(two).toMatchObject({ status: 409, body: { error: expect.stringContaining('$0.28') } });
});

it('takes the google allowance of all lanes and stages at once, and returns it exactly', async () => {
  const { deps, call, start, finish, idsOf } = await startJobs(firestore);
  vi.stubEnv('GOOGLE_DAILY_IMAGES', '5');
  const lanes = [LANES.google, LANES.google];
  const tooMuch = await call(
    'POST',
    '/api/pipelines',
    'ada',
    makeRequest({ lanes: [...lanes, LANES.google], stages: {} }),
  );
  expect(tooMuch).toMatchObject({ status: 429 });
  expect([await usedToday(), await countBatches()]).toEqual([0, 0]);
  const id = await start({ lanes, stages: {} });
  expect(await usedToday()).toBe(4);
  const [first = ''] = await idsOf(id);
  await finish(first, 0);
  await call('POST', `/api/pipelines/${id}/cancel`, 'ada');
  expect(await usedToday()).toBe(1);
  const [batch] = await idsOf(id);
  expect(await readBatch(firestore, batch ?? '')).toMatchObject({ endedAt: expect.anything() });
  const totalsOf = await readTotals(firestore, monthOf(new Date()));
  expect(totalsOf(null)).toMatchObject({ reserved: 0 });
  await createAs(deps, 'again', { lanes, stages: {} });
  expect(await usedToday()).toBe(5);
});

it('cancels all stages, and nothing that has ended', async () => {
  const { call, start, read, idsOf, finish } = await startJobs(firestore);
  const id = await start();
  const [made = '', enlarged = ''] = await idsOf(id);
  await finish(made, 0);
  expect((await call('POST', `/api/pipelines/${id}/cancel`, 'ada')).body).toMatchObject({
    state: 'cancelled',
  });
  expect((await read(id)).batches.map(({ status, cancelledCount }) => `${status} ${cancelledCount}`)).toEqual(
    ['completed 1', 'failed 2', 'failed 2'],
  );
  expect(await countOpenBatches(firestore, 'upscale', 'ada')).toBe(0);
  const cancelledAt = (await readBatch(firestore, enlarged))?.cancelledAt;
  await call('POST', `/api/pipelines/${id}/cancel`, 'ada');
  expect((await readBatch(firestore, enlarged))?.cancelledAt).toEqual(cancelledAt);
});

it('holds pictures until a person has chosen', async () => {
  const { call, start, read, idsOf, finish, stateOf, reasonOf, isEnqueued } = await startJobs(firestore);
  const prompts = ['fox', 'owl', 'hare'].map((prompt) => ({ prompt }));
  const id = await start({ prompts, isChosenByHand: true });
  const [made = '', enlarged = '', written = ''] = await idsOf(id);
  const choose = async (...indexes: number[]) =>
    call('POST', `/api/pipelines/${id}/choose`, 'ada', {
      pictures: indexes.map((index) => ({ batchId: made, index })),
    });
  await finish(made, 0);
  await finish(made, 1);
  expect(await stateOf(enlarged, 0)).toBe('waiting');
  expect((await read(id)).state).toBe('running');
  expect((await choose(0)).status).toBe(409);
  await finish(made, 2, FAILED);
  expect((await read(id)).state).toBe('choosing');
  expect((await read(id)).batches[1]?.waitingCount).toBe(2);
  const wrong = await call('POST', `/api/pipelines/${id}/choose`, 'ada', {
    pictures: [{ batchId: enlarged, index: 0 }],
  });
  expect(wrong.status).toBe(404);
  expect((await choose(1)).body).toMatchObject({ state: 'running' });
  expect([await stateOf(enlarged, 1), isEnqueued(enlarged, 1)]).toEqual(['queued', true]);
  expect([await reasonOf(enlarged, 0), await reasonOf(written, 0)]).toEqual(['Not chosen.', 'Not chosen.']);
  expect(await reasonOf(enlarged, 2)).toBe('The picture was not made: It broke.');
  expect((await choose(1)).status).toBe(200);
  expect((await choose(0)).status).toBe(409);
  await finish(enlarged, 1);
  await finish(written, 1, WRITTEN);
  expect((await read(id)).state).toBe('ended');
});

it('retries each picture from its first failed stage', async () => {
  const { call, start, read, idsOf, finish, stateOf } = await startJobs(firestore);
  const prompts = Array.from({ length: 5 }, (_, index) => ({ prompt: `fox ${index}`, name: `Fox ${index}` }));
  const id = await start({ prompts });
  const [made = '', enlarged = '', written = ''] = await idsOf(id);
  const retry = async (includeUncertain = false) =>
    call('POST', `/api/pipelines/${id}/retry`, 'ada', { includeUncertain });
  expect((await retry()).status).toBe(409);
  await finish(made, 0, FAILED);
  await finish(made, 1, { ...FAILED, permanent: 'refused' });
  await finish(made, 2, UNCERTAIN);
  for (const index of [3, 4]) await finish(made, index);
  await finish(enlarged, 3, FAILED);
  await finish(enlarged, 4);
  await finish(written, 4, FAILED);
  expect((await read(id)).state).toBe('ended');
  const first = await retry();
  expect(first.status).toBe(202);
  expect((await retry()).body).toEqual(first.body);
  const { retriedIn } = await read(id);
  expect(first.body).toMatchObject({ pipelineId: retriedIn });
  const again = (await read(retriedIn ?? '')).batches;
  expect(again.map(({ chain, tool, total }) => `${chain} ${tool} ${total}`)).toEqual([
    '0 image-generator 1',
    '0 upscale 1',
    '0 keyword-generator 1',
    '1 upscale 1',
    '1 keyword-generator 1',
    '2 keyword-generator 1',
  ]);
  const records = await Promise.all(again.map(({ batchId }) => readBatch(firestore, batchId)));
  expect(records[0]?.settings).toMatchObject({ prompts: [{ prompt: 'fox 0', name: 'Fox 0' }] });
  expect(records[3]?.uploads?.files).toMatchObject([
    { name: 'Fox 3.jpg', from: { batchId: made, index: 3, kind: 'result' } },
  ]);
  expect(records[5]?.uploads?.files).toMatchObject([{ from: { batchId: enlarged, index: 4 } }]);
  expect(await stateOf(again[3]?.batchId ?? '', 0)).toBe('queued');
  expect(await stateOf(again[4]?.batchId ?? '', 0)).toBe('waiting');
  // The stage's own page offers nothing twice.
  expect((await readBatch(firestore, made))?.retried.failed).toBe(again[0]?.batchId);
  const uncertain = await retry(true);
  expect(uncertain.body).not.toEqual(first.body);
  const last = await read((await read(id)).retriedIn ?? '');
  expect(last.batches.map(({ total }) => total)).toEqual([1, 1, 1]);
  expect((await retry(true)).body).toEqual(uncertain.body);
});

it("does not retry what is retried in its tool's page at the same moment", async () => {
  const { call, start, idsOf, finish } = await startJobs(firestore);
  const id = await start({ stages: {} });
  const [made = ''] = await idsOf(id);
  for (const index of [0, 1]) await finish(made, index, FAILED);
  const before = await countBatches();
  // After the job has read its batches, and before it writes.
  const { runTransaction } = Firestore.prototype;
  const spy = vi
    .spyOn(Firestore.prototype, 'runTransaction')
    .mockImplementationOnce(async function retryElsewhere(this: Firestore, ...given) {
      const other = await call('POST', `/api/image-generator/batches/${made}/retry`, 'ada', {});
      expect(other.status).toBe(202);
      return runTransaction.apply(this, given);
    });
  const { status } = await call('POST', `/api/pipelines/${id}/retry`, 'ada', {});
  expect(spy).toHaveBeenCalled();
  expect([status, await countBatches()]).toEqual([409, before + 1]);
});

it('retries what failed with the seed that it had', async () => {
  const { call, start, read, idsOf, finish } = await startJobs(firestore);
  const stability = {
    provider: 'stability',
    model: 'sd3.5-medium',
    version: 'medium',
    stylePreset: 'photographic',
    aspectRatio: '1:1',
    outputFormat: 'jpeg',
    seed: 40,
  };
  const id = await start({ lanes: [stability], stages: {} });
  const [made = ''] = await idsOf(id);
  await finish(made, 0);
  await finish(made, 1, FAILED);
  await call('POST', `/api/pipelines/${id}/retry`, 'ada', {});
  const [again = ''] = await idsOf((await read(id)).retriedIn ?? '');
  expect((await readBatch(firestore, again))?.settings).toMatchObject({
    quantity: 1,
    prompts: [{ prompt: 'an owl', seed: 41 }],
  });
});

it('starts a scheduled job once, at its time', async () => {
  const { deps, start, read, enqueued } = await startJobs(firestore);
  const prompts = Array.from({ length: 150 }, (_, index) => ({ prompt: `${'fox '.repeat(240)}${index}` }));
  const startAt = inMinutes(5);
  const id = await start({ prompts, startAt, stages: {} });
  expect(await read(id)).toMatchObject({ state: 'scheduled', batches: [] });
  expect(enqueued).toMatchObject([{ queue: 'startPipelines', id: `${id}-0`, at: new Date(startAt) }]);
  await startScheduled(deps, id);
  expect([(await read(id)).state, enqueued.length]).toEqual(['scheduled', 2]);
  await makeDue(id);
  expect(await sweepPipelines(deps)).toBe(1);
  expect(enqueued.at(-1)).toMatchObject({ queue: 'startPipelines', data: { pipelineId: id } });
  await Promise.all([startScheduled(deps, id), startScheduled(deps, id)]);
  await startScheduled(deps, id);
  expect(await sweepPipelines(deps)).toBe(0);
  const { state, batches } = await read(id);
  expect([state, batches.map(({ total }) => total), await countBatches()]).toEqual(['running', [100, 50], 2]);
  const last = await readBatch(firestore, batches[1]?.batchId ?? '');
  expect(last?.settings['prompts']).toHaveLength(50);
  expect((await firestore.collectionGroup('pipelinePrompts').get()).size).toBe(0);
});

it.each<[string, (deps: unknown) => Promise<unknown>, string]>([
  [
    'the budget is used up',
    async () => vi.stubEnv('MONTHLY_BUDGET_USD', '0.01'),
    "The studio's budget of $0.01 for this month is used up. An admin can raise it.",
  ],
  [
    'the allowance is used up',
    async () => vi.stubEnv('GOOGLE_DAILY_IMAGES', '1'),
    "Only 1 of today's Gemini images are left. Ask for fewer.",
  ],
  [
    'its owner was banned',
    () => banReference(firestore, 'ada@studio.example').set({ email: 'ada@studio.example' }),
    'The access to the portal has ended.',
  ],
  [
    'its owner was revoked',
    () => userReference(firestore, 'ada').delete(),
    'The access to the portal has ended.',
  ],
])('refuses a scheduled job when %s', async (_, arrange, reason) => {
  const { deps, start } = await startJobs(firestore);
  vi.stubEnv('COMPANY_DOMAIN', 'studio.example');
  const id = await start({ lanes: [LANES.google], startAt: inMinutes(1), stages: {} });
  await arrange(deps);
  await makeDue(id);
  await startScheduled(deps, id);
  expect(await readPipeline(firestore, id)).toMatchObject({ state: 'refused', reason });
  expect([await countBatches(), await usedToday()]).toEqual([0, 0]);
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  vi.stubEnv('GOOGLE_DAILY_IMAGES', '1000');
  await startScheduled(deps, id);
  expect(await countBatches()).toBe(0);
});

it('refuses a scheduled job whose price has risen', async () => {
  const { deps, start } = await startJobs(firestore);
  const id = await start({ startAt: inMinutes(1), stages: {} });
  await pipelineReference(firestore, id).update({ estimate: 0.01 });
  await makeDue(id);
  await startScheduled(deps, id);
  expect(await readPipeline(firestore, id)).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('The price has risen from $0.01'),
  });
});

it('starts no job that was cancelled, deleted or whose owner was revoked', async () => {
  const { deps, call, start, read } = await startJobs(firestore);
  const [one, two, three] = [
    await start({ startAt: inMinutes(1) }),
    await start({ startAt: inMinutes(1) }),
    await start({ startAt: inMinutes(1) }),
  ];
  expect((await call('POST', `/api/pipelines/${one}/cancel`, 'ada')).body).toMatchObject({
    state: 'cancelled',
  });
  await deletePipeline(deps, findTool, 'ada', two);
  await cancelScheduledOf(deps, findTool, 'ada');
  expect((await read(three)).state).toBe('cancelled');
  for (const id of [one, two, three]) {
    await makeDue(id);
    await startScheduled(deps, id);
  }
  expect([await countBatches(), await sweepPipelines(deps)]).toEqual([0, 0]);
});

it('refuses a start that is too far away, too many pictures and unknown options', async () => {
  const { call } = await startJobs(firestore);
  const prompts = Array.from({ length: 501 }, () => ({ prompt: 'fox' }));
  for (const overrides of [
    { startAt: inMinutes(15 * 24 * 60) },
    { prompts, lanes: [LANES.xai, LANES.xai] },
    { stages: { stylizer: { preset: 'none' } } },
  ]) {
    expect((await call('POST', '/api/pipelines', 'ada', makeRequest(overrides))).status).toBe(400);
  }
  expect(await countBatches()).toBe(0);
});

it('saves recipes for everyone, and no more than 200', async () => {
  const { call } = await startJobs(firestore, ['ada', 'bo']);
  const { prompts: _, ...settings } = makeRequest();
  const saved = await call('PUT', '/api/recipes/summer', 'ada', { ...settings, name: 'Summer' });
  expect(saved).toMatchObject({ status: 200, body: { id: 'summer', savedBy: 'ada@studio.example' } });
  await call('PUT', '/api/recipes/summer', 'bo', { ...settings, name: 'Summer 2' });
  expect((await call('GET', '/api/recipes', 'ada')).body).toMatchObject({
    recipes: [{ name: 'Summer 2', savedBy: 'bo@studio.example', lanes: [LANES.xai] }],
  });
  const writer = firestore.batch();
  const record = (await firestore.doc('recipes/summer').get()).data() ?? {};
  for (let index = 0; index < 199; index += 1) writer.set(firestore.doc(`recipes/r${index}`), record);
  await writer.commit();
  expect((await call('PUT', '/api/recipes/new', 'ada', { ...settings, name: 'New' })).status).toBe(409);
  expect((await call('PUT', '/api/recipes/summer', 'ada', { ...settings, name: 'Old' })).status).toBe(200);
  expect((await call('DELETE', '/api/recipes/summer', 'bo')).status).toBe(200);
  expect((await call('DELETE', '/api/recipes/summer', 'bo')).status).toBe(404);
});

it('starts 1,000 pictures in four stages in one transaction', async () => {
  const { deps, read } = await startJobs(firestore);
  const prompts = Array.from({ length: 500 }, (_, index) => ({
    prompt: `${'a fox in the snow '.repeat(15)}${index}`,
  }));
  const startedAt = performance.now();
  const id = await createAs(deps, 'large', {
    prompts,
    lanes: [LANES.xai, { ...LANES.xai, model: 'grok' }],
    stages: { upscale: {}, stylizer: { preset: 'synthwave' }, keywords: {} },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  expect((await read(id)).batches).toHaveLength(40);
  expect((await firestore.collectionGroup('items').count().get()).data().count).toBe(4000);
  expect((await readItem(firestore, (await read(id)).batches[39]?.batchId ?? '', 99))?.state).toBe('waiting');
  expect(seconds).toBeLessThan(15);
});

it('reports what has changed, and only that', async () => {
  const { deps, call, start, finish, idsOf } = await startJobs(firestore);
  const { listPipelines } = await import('./list-pipelines.ts');
  const id = await start();
  await call('GET', '/api/pipelines', 'ada');
  const first = await listPipelines(deps, 'ada', undefined);
  expect(await listPipelines(deps, 'ada', first?.version)).toBeUndefined();
  const [made = ''] = await idsOf(id);
  await finish(made, 0, DONE);
  const second = await listPipelines(deps, 'ada', first?.version);
  expect(second?.answer.pipelines[0]?.batches[0]?.doneCount).toBe(1);
  await start({ startAt: inMinutes(10) });
  const third = await listPipelines(deps, 'ada', second?.version);
  expect(third?.answer.pipelines.map(({ state }) => state)).toEqual(['scheduled', 'running']);
});
