import { expect, it, onTestFinished, vi } from 'vitest';
import { countOpenBatches, readBatch, readItem } from '../../batches/store/batch-store.ts';
import { readGeminiStats } from '../../providers/google-allowance.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { readTotals, monthOf } from '../../spend/spend-store.ts';
import { deletePipeline } from './cancel-pipeline.ts';
import { createPipeline } from './create-pipeline.ts';
import { DONE, inMinutes, LANES, makeRequest, STAGES, startJobs, WRITTEN } from './testing/start-jobs.ts';
import { MAX_NAME_LENGTH } from '@portal/contracts/batches';
import { PipelineRequestSchema } from '@portal/contracts/pipelines';
import { listPresets } from '@portal/contracts/stylizer';

const firestore = await startFirestore();

const FAILED = { state: 'failed', reason: 'It broke.' } as const;
const countBatches = async () => (await firestore.collection('batches').count().get()).data().count;
const usedToday = async () => (await readGeminiStats(firestore)).used;

const createAs = (deps: Parameters<typeof createPipeline>[0], key: string, overrides: object = {}) =>
  createPipeline(deps, {
    owner: 'ada',
    request: PipelineRequestSchema.parse(makeRequest(overrides)),
    idempotencyKey: key,
  });

it('the same key starts one job, also twice at once', async () => {
  const { deps } = await startJobs(firestore);
  const ids = await Promise.all([createAs(deps, 'key'), createAs(deps, 'key')]);
  expect(new Set([...ids, await createAs(deps, 'key')]).size).toBe(1);
  expect(await countBatches()).toBe(3);
  await expect(createAs(deps, 'key', { name: 'Other' })).rejects.toMatchObject({ code: 'conflict' });
  await deletePipeline(deps, 'ada', ids[0]);
  await expect(createAs(deps, 'key')).rejects.toThrow('then deleted');
});

it.each([
  ['an old lighthouse on a cliff in the fog', 'an old lighthouse on a cliff'],
  ['a beach, without people', 'a beach'],
  ['x'.repeat(400), 'x'.repeat(MAX_NAME_LENGTH)],
  ['...', 'Job'],
])(
  'names a job without a name by its first prompt: %s [D-wording-of-money-and-time.8]',
  async (prompt, name) => {
    const { deps, call } = await startJobs(firestore);
    const id = await createAs(deps, 'key', { prompts: [{ prompt }, { prompt: 'an owl' }] });
    expect((await call('GET', `/api/pipelines/${id}`, 'ada')).body).toMatchObject({ name });
  },
);

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
  await deletePipeline(deps, 'ada', id);
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
  vi.stubEnv('MONTHLY_BUDGET_USD', '0.07');
  const two = await call('POST', '/api/pipelines', 'ada', makeRequest({ lanes, stages: {} }));
  expect(two).toMatchObject({ status: 409, body: { error: expect.stringContaining('$0.08') } });
});

it('takes the google allowance of all stages at once, and returns it exactly', async () => {
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

it('takes the google allowance of stylized pictures too, at any price', async () => {
  const { call, start } = await startJobs(firestore);
  vi.stubEnv('STYLIZER_PROVIDER', 'google');
  onTestFinished(() => void vi.stubEnv('STYLIZER_PROVIDER', 'openai'));
  const { body } = await call('GET', listPresets.path, 'ada');
  const { presets } = listPresets.response.parse(body);
  expect(presets.every(({ provider }) => provider === 'google')).toBe(true);
  const job = { lanes: [LANES.google, LANES.xai], stages: { stylizer: STAGES.stylizer, keywords: {} } };
  // Two that are made and four that are stylized.
  await start(job);
  expect(await usedToday()).toBe(6);
  await start({ ...job, isHalfPrice: true });
  expect(await usedToday()).toBe(12);
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

it('refuses a start that is too far away, too many pictures and unknown options [D-jobs.1]', async () => {
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

it('starts 1,000 pictures in four stages in one transaction [D-jobs.1]', async () => {
  const { deps, read } = await startJobs(firestore);
  const prompts = Array.from({ length: 500 }, (_, index) => ({
    prompt: `${'a fox in the snow '.repeat(15)}${index}`,
  }));
  const id = await createAs(deps, 'large', {
    prompts,
    lanes: [LANES.xai, { ...LANES.xai, model: 'grok' }],
    stages: { upscale: {}, stylizer: { preset: 'synthwave' }, keywords: {} },
  });
  expect((await read(id)).batches).toHaveLength(40);
  expect((await firestore.collectionGroup('items').count().get()).data().count).toBe(4000);
  expect((await readItem(firestore, (await read(id)).batches[39]?.batchId ?? '', 99))?.state).toBe('waiting');
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
