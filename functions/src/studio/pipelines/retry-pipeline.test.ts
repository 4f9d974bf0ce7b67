import { Firestore } from 'firebase-admin/firestore';
import { expect, it, vi } from 'vitest';
import { readBatch } from '../../batches/store/batch-store.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { toMicros } from '../../spend/micros.ts';
import { startJobs } from './testing/start-jobs.ts';

const firestore = await startFirestore();

const FAILED = { state: 'failed', reason: 'It broke.' } as const;
const UNCERTAIN = { state: 'uncertain', reason: 'Connection lost.', cost: toMicros(0.07) } as const;
const countBatches = async () => (await firestore.collection('batches').count().get()).data().count;

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
  const ended = await read(id);
  expect(ended.state).toBe('ended');
  // As many as are retried below, in each stage.
  expect(ended.batches.map((batch) => batch.failedCount - batch.permanentCount)).toEqual([1, 1, 1]);
  expect(ended.batches.map((batch) => batch.permanentCount)).toEqual([1, 0, 0]);
  const first = await retry();
  expect(first.status).toBe(202);
  expect((await retry()).body).toEqual(first.body);
  const { retriedIn, areUncertainRetried } = await read(id);
  expect(areUncertainRetried).toBe(false);
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
  expect((await read(id)).areUncertainRetried).toBe(true);
});

it("does not retry what is retried in its tool's page at the same moment", async () => {
  const { call, start, idsOf, finish } = await startJobs(firestore);
  const id = await start({ stages: {} });
  const [made = ''] = await idsOf(id);
  for (const index of [0, 1]) await finish(made, index, FAILED);
  const before = await countBatches();
  // After the job has read its batches, and before it writes.
  const spy = vi
    .spyOn(Firestore.prototype, 'runTransaction')
    .mockImplementationOnce(async function retryElsewhere(this: Firestore, ...given) {
      const other = await call('POST', `/api/image-generator/batches/${made}/retry`, 'ada', {});
      expect(other.status).toBe(202);
      return this.runTransaction(...given);
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
