import { expect, it, vi } from 'vitest';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { cancelPipeline, deletePipeline } from './cancel-pipeline.ts';
import { pipelineReference } from './pipeline-store.ts';
import { startScheduled } from './start-scheduled.ts';
import { DONE, inMinutes, LANES, minutesFromNow, startJobs } from './testing/start-jobs.ts';

const firestore = await startFirestore();

const PROMPTS = [{ prompt: 'a fox', name: 'Fox' }, { prompt: 'an owl' }];
const MANY = Array.from({ length: 130 }, (_, index) => ({ prompt: `a fox, number ${index}` }));

it('answers the prompts of a job once, before and after its start, to its owner only', async () => {
  const { deps, call, start } = await startJobs(firestore, ['ada', 'bo']);
  const read = async (id: string, uid = 'ada') => call('GET', `/api/pipelines/${id}/prompts`, uid);
  const lanes = [LANES.xai, LANES.google];
  const started = await start({ prompts: MANY, lanes });
  expect((await read(started)).body).toEqual({ prompts: MANY });
  expect(await read(started, 'bo')).toMatchObject({ status: 404 });
  const scheduled = await start({ startAt: inMinutes(60) });
  expect((await read(scheduled)).body).toEqual({ prompts: PROMPTS });
  await cancelPipeline(deps, 'ada', scheduled);
  expect((await read(scheduled)).body).toEqual({ prompts: PROMPTS });
  await deletePipeline(deps, 'ada', started);
  expect(await read(started)).toMatchObject({ status: 404 });
});

it('keeps the prompts of a job refused at its start, and deletes them with it', async () => {
  const { deps, call, start } = await startJobs(firestore);
  const id = await start({ startAt: inMinutes(60) });
  await pipelineReference(firestore, id).update({ startAt: minutesFromNow(-2) });
  vi.stubEnv('MONTHLY_BUDGET_USD', '0.01');
  await startScheduled(deps, id);
  expect((await call('GET', `/api/pipelines/${id}`, 'ada')).body).toMatchObject({ state: 'refused' });
  expect((await call('GET', `/api/pipelines/${id}/prompts`, 'ada')).body).toEqual({ prompts: PROMPTS });
  await deletePipeline(deps, 'ada', id);
  expect((await pipelineReference(firestore, id).collection('pipelinePrompts').get()).size).toBe(0);
});

it('answers cost and seconds of each picture of a job', async () => {
  const { call, start, idsOf, finish } = await startJobs(firestore);
  const [made = ''] = await idsOf(await start());
  await finish(made, 0, DONE);
  const { body } = await call('GET', '/api/image-generator/batches', 'ada');
  // It took as long as the test.
  const seconds = expect.toSatisfy((value: number) => value >= 0 && value < 60);
  expect(body).toMatchObject({ batches: [{ id: made, figures: { 0: { cost: 0.07, seconds } } }] });
});
